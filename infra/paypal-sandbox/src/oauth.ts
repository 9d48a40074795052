import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { App } from './http.ts';
import type { Account } from './store/account.ts';

/** About nine hours, like PayPal's. */
const TOKEN_SECONDS = 32_400;

/** Access tokens. They end with the process, as PayPal's may end at any time. */
export class Tokens {
  readonly #tokens = new Map<string, { account: Account; expiresAt: number }>();

  issue(account: Account): string {
    const token = `A21AA${randomBytes(48).toString('base64url')}`;
    this.#tokens.set(token, { account, expiresAt: account.now + TOKEN_SECONDS * 1_000 });
    return token;
  }

  account(header: string | undefined): Account | undefined {
    const token = /^Bearer (\S+)$/i.exec(header ?? '')?.[1] ?? '';
    const found = this.#tokens.get(token);
    return found !== undefined && found.account.now < found.expiresAt ? found.account : undefined;
  }

  revoke(account: Account): void {
    for (const [token, one] of this.#tokens) {
      if (one.account === account) this.#tokens.delete(token);
    }
  }
}

/** Reads client id and secret from an Authorization header. */
export function basicCredentials(
  header: string | undefined,
): { clientId: string; secret: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [, clientId, secret] =
    /^([^:]{1,200}):(.{1,500})$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return clientId === undefined || secret === undefined ? undefined : { clientId, secret };
}

const tokenInput = z.object({ grant_type: z.string().optional() });

export function tokenRoute(app: App, tokens: Tokens): void {
  const options = { config: { call: 'token' }, schema: { body: tokenInput } } as const;
  app.post('/v1/oauth2/token', options, ({ account, body }, reply) => {
    if (body.grant_type !== 'client_credentials') {
      reply.code(400);
      return {
        error: 'unsupported_grant_type',
        error_description: 'Grant Type is NULL or not supported',
      };
    }
    return {
      scope: 'https://uri.paypal.com/services/payments/realtimepayment',
      access_token: tokens.issue(account),
      token_type: 'Bearer',
      app_id: 'APP-80W284485P519543T',
      expires_in: TOKEN_SECONDS,
      nonce: randomBytes(16).toString('base64url'),
    };
  });
}
