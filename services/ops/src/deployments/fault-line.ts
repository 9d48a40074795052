import type { DeploymentFault } from '@ctdb/contracts';
import { Explained } from './failure.js';

/** What the log says of each fault. Messages of other programs may hold addresses and secrets. */
const sentences: Record<DeploymentFault, string> = {
  buildFailed: 'The files of the release could not be made.',
  interrupted: 'The work was cut off too often, or for too long.',
  publishFailed: 'The release could not be stored.',
  smokeFailed: 'The release did not pass its check.',
  switchLost: 'Something else was made live meanwhile.',
  probeFailed: 'The release could not be seen live.',
  releaseGone: 'The release to go back to is not whole.',
  tooLong: 'The deployment took too long.',
  internal: 'Something unexpected went wrong.',
};

const DEEPEST = 5;

/** An error and what it came of. */
const causesOf = (error: unknown): Error[] => {
  const found: Error[] = [];
  for (let one = error; one instanceof Error && found.length < DEEPEST; one = one.cause)
    found.push(one);
  return found;
};

const codeIn = (error: Error): string | undefined => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[A-Za-z0-9_]{1,64}$/.test(code) ? code : undefined;
};

/** One line of the log: the fault, what of it we can say ourselves, and the code of the deepest error. */
export const faultLine = (fault: DeploymentFault, error: unknown): string => {
  const causes = causesOf(error);
  const said = causes.filter((one) => one instanceof Explained).map(({ message }) => message);
  const code = causes.map(codeIn).findLast((one) => one !== undefined);
  return [sentences[fault], ...said, ...(code === undefined ? [] : [`(${code})`])].join(' ');
};
