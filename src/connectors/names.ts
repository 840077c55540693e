/**
 * The names of the kinds of connectors, in the order of `connectorKinds`, without their code: each command needs the names for its help
 * and its completion, and the code would take a quarter of the CPU time of most commands.
 */
export const connectorNames: readonly string[] = ["stripe", "mollie", "paypal", "adyen", "bank_transfer"];
