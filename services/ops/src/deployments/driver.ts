import type { DeploymentRecord } from './deployment.schema.js';

/** What a driver is given: the deployment as it stands, and the ways to tell how far it is. */
export interface DeploymentJob {
  readonly deployment: DeploymentRecord;
  /** Aborted where the work must stop; its reason says why. */
  readonly signal: AbortSignal;
  /** Throws that reason, and where the lease may be lost. */
  check(): void;
  log(line: string): void;
  /** Percent of the whole; never goes back. */
  advance(progress: number): Promise<void>;
  /** Stores what a worker that resumes must know. */
  remember(
    known: Partial<Pick<DeploymentRecord, 'base' | 'isPublished' | 'deploymentUrl'>>,
  ): Promise<void>;
}

/**
 * Makes a release live in one way. Every step may be done again after it was cut off anywhere, by
 * another process on another machine, and then ends where doing it once would have. A step throws a
 * `DeploymentFailure`; whatever else it throws is a fault of the database, or of ours.
 */
export interface DeploymentDriver {
  /** Looks at what is live now, and makes room. */
  prepare(job: DeploymentJob): Promise<void>;
  /** Makes the release's files. */
  build(job: DeploymentJob): Promise<void>;
  /** Stores them for good, and proves that they can be served. */
  publish(job: DeploymentJob): Promise<void>;
  /** Switches to the release. */
  activate(job: DeploymentJob): Promise<void>;
  /** Sees that the release is served; tells the public address where that answers with it, too. */
  probe(job: DeploymentJob): Promise<string | undefined>;
  /** Puts back what was live before, and makes a later `activate` of this deployment fail. */
  rollback(deployment: DeploymentRecord): Promise<void>;
  /**
   * Removes what nobody needs any more, after an end of either kind. `prove` throws where another worker
   * has taken over: asked before each removal, so that one who was asleep removes nothing.
   */
  tidy(deployment: DeploymentRecord, prove: () => Promise<void>): Promise<void>;
}

/** Injection token of the {@link DeploymentDriver}. */
export const DEPLOYMENT_DRIVER = Symbol('DEPLOYMENT_DRIVER');
