import type { DeploymentErrorCode } from '@ctdb/contracts';

/**
 * The deployment cannot continue: it is undone and ends as failed, unless its site is live. Administrators read the
 * message in the log: it holds no secret.
 */
export class DeploymentError extends Error {
  override readonly name = 'DeploymentError';

  constructor(
    readonly fault: DeploymentErrorCode,
    message = '',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const CODE = /^[A-Za-z0-9_]{1,64}$/;

/** For the log: our own message, and the code of the deepest error. Messages of other programs may hold URLs and secrets. */
export const failureDetails = (error: unknown): string => {
  const details = error instanceof DeploymentError ? error.message : '';
  let code = '';
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code: found } = one as { code?: unknown };
    if (typeof found === 'string' && CODE.test(found)) code = ` (${found})`;
  }
  return `${details}${code}`.trim();
};
