import { FencedError } from '@ctdb/chassis/jobs';
import type { DeploymentErrorCode } from '@ctdb/contracts';

/** The deployment cannot continue: it is undone and ends as failed, unless its site is live. */
export class DeploymentError extends Error {
  constructor(
    readonly fault: DeploymentErrorCode,
    cause?: unknown,
  ) {
    super(fault, { cause });
    this.name = 'DeploymentError';
  }
}

/** An error whose message administrators read in the log: it holds no secret. */
export class UserVisibleError extends Error {}

const isRetried = (error: unknown): boolean =>
  error instanceof FencedError || (error instanceof Error && error.name.startsWith('Mongo'));

/**
 * Runs one step; an error in it becomes this error code. Not if the work has to stop or the database is
 * unreachable: then another attempt decides.
 */
export const withErrorCode = async <T>(
  fault: DeploymentErrorCode,
  signal: AbortSignal,
  step: () => Promise<T>,
): Promise<T> => {
  try {
    signal.throwIfAborted();
    return await step();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DeploymentError || isRetried(error)) throw error;
    throw new DeploymentError(fault, error);
  }
};

const MAX_CAUSES = 5;

/** An error and its causes. */
const findCauses = (error: unknown): Error[] => {
  const found: Error[] = [];
  for (let one = error; one instanceof Error && found.length < MAX_CAUSES; one = one.cause)
    found.push(one);
  return found;
};

const findCode = (error: Error): string | undefined => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[A-Za-z0-9_]{1,64}$/.test(code) ? code : undefined;
};

/** For the log: our own messages, and the code of the deepest error. Messages of other programs may hold URLs and secrets. */
export const failureDetails = (error: unknown): string => {
  const causes = findCauses(error);
  const sentences = causes.filter((one) => one instanceof UserVisibleError);
  const code = causes.map(findCode).findLast((one) => one !== undefined);
  const texts = sentences.map(({ message }) => message);
  return [...texts, ...(code === undefined ? [] : [`(${code})`])].join(' ');
};
