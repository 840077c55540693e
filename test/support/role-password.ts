/** Of Kassa's roles where a test has them log in themselves. Roles are the cluster's, so all test files share it. */
export const rolePassword = "a password of Kassa's roles";
