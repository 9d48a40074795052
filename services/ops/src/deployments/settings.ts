/** What deployments read from the environment. */
export const deploymentSettings = {};

/** The settings as deployments use them. */
export const deploymentsOf = (_value: object) => ({});
