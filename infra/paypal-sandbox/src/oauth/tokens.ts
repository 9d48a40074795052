import { randomBytes } from 'node:crypto';
import type { Account } from '../store/account.ts';

/** How long an access token is valid, in seconds: about nine hours, as PayPal's. */
export const TOKEN_SECONDS = 32_400;

/** Access tokens; they end with the process, as PayPal's may end at any time. */
export class Tokens {
  readonly #tokens = new Map<string, { account: Account; until: number }>();

  issue(account: Account): string {
    const token = `A21AA${randomBytes(48).toString('base64url')}`;
    this.#tokens.set(token, { account, until: account.now + TOKEN_SECONDS * 1_000 });
    return token;
  }

  account(header: string | undefined): Account | undefined {
    const token = /^Bearer (\S+)$/i.exec(header ?? '')?.[1] ?? '';
    const found = this.#tokens.get(token);
    return found !== undefined && found.account.now < found.until ? found.account : undefined;
  }

  revoke(account: Account): void {
    for (const [token, one] of this.#tokens) {
      if (one.account === account) this.#tokens.delete(token);
    }
  }
}
