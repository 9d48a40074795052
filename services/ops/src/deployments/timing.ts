/** Injection token of {@link DeploymentTiming}. */
export const DEPLOYMENT_TIMING = Symbol('DEPLOYMENT_TIMING');

/** How a deployment is kept alive, and how long its parts may take; milliseconds. */
export interface DeploymentTiming {
  /** A worker renews its lease this often. */
  renew: number;
  /** One that has not for this long counts as dead: another takes over. */
  stale: number;
  /** After this long without any worker the deployment is ended. */
  lost: number;
  /** How often both processes look for deployments that nobody works on. */
  watch: number;
  /** What is resumed must be over this long after its worker was last seen. */
  resume: number;
  /** The longest deployment. */
  whole: number;
  /** How long the live address may take to answer with the release. */
  probe: number;
}

/** A killed worker's deployment is over within a minute, and every one within ten. */
export const deploymentTiming: DeploymentTiming = {
  renew: 2_000,
  stale: 8_000,
  lost: 45_000,
  watch: 2_000,
  resume: 50_000,
  whole: 540_000,
  probe: 20_000,
};
