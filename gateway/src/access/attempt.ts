import { hash } from 'node:crypto';
import type { RateClass } from '@ctdb/contracts';
import type { Admission, Admitted } from './admission.js';
import { tokenOf } from './token.js';

const hashOf = (token: string | undefined): string | undefined => {
  const plausible = tokenOf(token);
  return plausible === undefined ? undefined : hash('sha256', plausible, 'hex');
};

/** What an {@link Attempt} is made of. */
export interface AttemptParts {
  readonly admission: Admission;
  readonly network: string;
  readonly rate: RateClass;
  readonly authorization: string | undefined;
  readonly passToken: string | undefined;
}

/**
 * One request as the strategies see it: its credentials, and what Redis says about them. It has no
 * body and no query, so that no strategy can find a token there.
 */
export class Attempt {
  readonly headers: { authorization?: string };
  /** SHA-256 of the browser's token, in hex. */
  readonly holder: string | undefined;
  private admitted: Promise<Admitted> | undefined;

  constructor(private readonly parts: AttemptParts) {
    const { authorization, passToken } = parts;
    this.holder = hashOf(passToken);
    this.headers = authorization === undefined ? {} : { authorization };
  }

  get passToken(): string | undefined {
    return this.parts.passToken;
  }

  get hasCredentials(): boolean {
    return this.parts.authorization !== undefined || this.passToken !== undefined;
  }

  /** Asks Redis, once: the first to ask says which session token the request carries, if any. */
  ask(sessionToken?: string): Promise<Admitted> {
    const { admission, network, rate } = this.parts;
    return (this.admitted ??= admission.admit({
      network,
      rate,
      sessionHash: hashOf(sessionToken),
      passHash: this.holder,
    }));
  }
}
