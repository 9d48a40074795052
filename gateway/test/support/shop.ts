import { createHash } from 'node:crypto';
import { testEnv } from '@ctdb/chassis/testing';
import { GatewayUnderTest, unlimited } from './gateway-under-test.js';
import type { Call, Result } from './http-client.js';
import { stagedBilling } from './staged-billing.js';

/** What a buyer's page sends for an hour in dollars. */
export const order = { amount: '9.99', currency: 'usd', intent: 'capture' };
/** The header of requests from our own pages. */
export const own = { 'sec-fetch-site': 'same-origin' };

/** SHA-256 of a browser's token. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The browser's token in the cookies of an answer. */
export const passCookie = (header: string[] | undefined) => {
  const [value = '', ...attributes] = (header ?? []).at(-1)?.split('; ') ?? [];
  return { token: /^pass=([\w-]{43})$/.exec(value)?.[1] ?? '', attributes };
};

/** A gateway without limits before a staged billing. */
export const startShop = async () => {
  const env = testEnv(unlimited);
  const billing = stagedBilling();
  await billing.start(env);
  const gateway = await GatewayUnderTest.start(env);
  const post = (path: string, options: Call = {}): Promise<Result> =>
    gateway.call(path, { method: 'POST', ...options });
  return { billing, gateway, post };
};
