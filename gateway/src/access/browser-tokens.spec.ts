import { AppLogger, type RpcClient } from '@ctdb/chassis';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { BrowserTokens } from './browser-tokens.js';
import type { Cookies } from './cookies.js';

const KEY = 'the-key-of-a-page';

/** The hash of the token that the browser with `pass` gets for an order. Its access was paid for: it is renewed. */
const tokenFor = async (pass: string | undefined, idempotencyKey?: string): Promise<string> => {
  const cookies = {
    read: () => ({ pass }),
    setPass: () => undefined,
    sign: (text: string) => text,
  };
  const rpc = { call: () => Promise.resolve({ isRenewed: true }) };
  const tokens = new BrowserTokens(
    cookies as unknown as Cookies,
    rpc as unknown as RpcClient,
    new AppLogger('test', 'silent'),
  );
  const request = { headers: {}, id: 'request' } as unknown as FastifyRequest;
  return (await tokens.forOrder(request, {} as FastifyReply, idempotencyKey)).holder;
};

it('gives a repeated order the same token, and another browser another one', async () => {
  expect(await tokenFor('a', KEY)).toBe(await tokenFor('a', KEY));
  expect(await tokenFor('a', KEY)).not.toBe(await tokenFor('b', KEY));
  expect(await tokenFor('a', KEY)).not.toBe(await tokenFor('a', 'another-key-of-it'));
});

it('gives a new token to each order without a key or a browser', async () => {
  expect(await tokenFor('a')).not.toBe(await tokenFor('a'));
  expect(await tokenFor(undefined, KEY)).not.toBe(await tokenFor(undefined, KEY));
});
