import { hash } from 'node:crypto';
import type { Admitted } from './admission-batch.js';
import { bearerOf, tokenOf } from './token.js';

const hashOf = (token: string | undefined): string | undefined => {
  const plausible = tokenOf(token);
  return plausible === undefined ? undefined : hash('sha256', plausible, 'hex');
};

/** What a request shows of its sender; tokens as their SHA-256, in hex. */
export class Credentials {
  readonly sessionHash: string | undefined;
  readonly passHash: string | undefined;

  constructor(
    readonly authorization: string | undefined,
    passToken: string | undefined,
  ) {
    this.sessionHash = hashOf(bearerOf(authorization));
    this.passHash = hashOf(passToken);
  }
}

/**
 * One request as the strategies see it: its credentials, and what Redis says about them. It has no
 * body and no query, so that no strategy can find a token there.
 */
export class Attempt {
  readonly headers: { authorization?: string };
  /** The strategies, in turn, that the credentials call for. */
  readonly strategies: string[] = [];

  constructor(
    { authorization, passHash }: Credentials,
    readonly admitted: Admitted,
  ) {
    this.headers = authorization === undefined ? {} : { authorization };
    if (authorization !== undefined) this.strategies.push('admin');
    if (passHash !== undefined) this.strategies.push('pass');
  }
}
