import type { DeploymentFault } from '@ctdb/contracts';

/** The deployment cannot go on; the way back is taken, and it ends as failed. */
export class DeploymentFailure extends Error {
  constructor(
    readonly fault: DeploymentFault,
    cause?: unknown,
  ) {
    super(fault, { cause });
    this.name = 'DeploymentFailure';
  }
}

/** What went wrong in a sentence of ours, which administrators read in the log: it tells no secret. */
export class Explained extends Error {}

/** Another worker has taken the deployment over, or may have: nothing may be written any more. */
export class LeaseLost extends Error {}
/** This worker is asked to end; another one goes on. */
export class Interrupted extends Error {}

const isOfDatabase = (error: unknown): boolean =>
  error instanceof Error && error.name.startsWith('Mongo');

/**
 * Does one step; what goes wrong in it becomes this fault. Not so where the work was told to stop, and
 * where the database is away: without it nothing can be ended, so a later try decides.
 */
export const failingAs = async <T>(
  fault: DeploymentFault,
  signal: AbortSignal,
  step: () => Promise<T>,
): Promise<T> => {
  try {
    signal.throwIfAborted();
    return await step();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DeploymentFailure || isOfDatabase(error)) throw error;
    throw new DeploymentFailure(fault, error);
  }
};
