import { randomBytes } from 'node:crypto';
import type { Route } from '../http/request.ts';
import { TOKEN_SECONDS } from './tokens.ts';

/** The calls about tokens. The account of the first is found by its Basic header. */
export const oauthRoutes: Route[] = [
  {
    method: 'POST',
    pattern: /^\/v1\/oauth2\/token$/,
    call: 'token',
    handle: ({ account, sandbox, query }) =>
      query.get('grant_type') === 'client_credentials'
        ? {
            status: 200,
            body: {
              scope: 'https://uri.paypal.com/services/payments/realtimepayment',
              access_token: sandbox.tokens.issue(account),
              token_type: 'Bearer',
              app_id: 'APP-80W284485P519543T',
              expires_in: TOKEN_SECONDS,
              nonce: randomBytes(16).toString('base64url'),
            },
          }
        : {
            status: 400,
            body: {
              error: 'unsupported_grant_type',
              error_description: 'Grant Type is NULL or not supported',
            },
          },
  },
  {
    method: 'POST',
    pattern: /^\/v1\/identity\/generate-token$/,
    call: 'clientToken',
    handle: () => ({
      status: 200,
      body: { client_token: randomBytes(300).toString('base64'), expires_in: 3_600 },
    }),
  },
];
