/** The number of characters of the secret in an invitation's link, and in one for a new password. */
export const linkSecretLength = 43;
