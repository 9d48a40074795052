import { z } from 'zod';
import type { Route } from '../http/request.ts';
import { notFound } from '../http/paypal-error.ts';
import { validate } from '../http/validate.ts';
import { forgery, signWebhook } from '../webhooks/sign.ts';

const delivery = z.strictObject({
  paused: z.boolean().default(false),
  copies: z.number().int().min(1).max(20).default(1),
  shuffle: z.boolean().default(false),
});
const signing = z.strictObject({
  eventId: z.string(),
  /** The newest webhook of the account unless given. */
  webhookId: z.string().optional(),
  forge: forgery.optional(),
});
const anyWebhook = z.strictObject({ id: z.string().min(1).max(50), url: z.url() });

/** What tests can do to webhooks. */
export const webhookControlRoutes: Route[] = [
  {
    // With an id of the caller's choice.
    method: 'POST',
    pattern: /^\/_control\/webhooks$/,
    handle: ({ account, body }) => ({
      status: 200,
      body: account.put('webhook', validate(anyWebhook, body)),
    }),
  },
  {
    method: 'POST',
    pattern: /^\/_control\/webhooks\/delivery$/,
    handle: ({ account, body, sandbox }) => {
      const wasPaused = account.delivery.paused;
      account.delivery = validate(delivery, body);
      if (wasPaused) sandbox.deliverer.resume(account);
      return { status: 200, body: account.delivery };
    },
  },
  {
    method: 'GET',
    pattern: /^\/_control\/webhooks\/events$/,
    handle: ({ account }) => ({
      status: 200,
      body: {
        events: account.all('event').map(({ id, type, open, body }) => ({
          id,
          type,
          open: open.length,
          body: JSON.parse(body) as unknown,
        })),
      },
    }),
  },
  {
    // Sends every event once more, taken or not.
    method: 'POST',
    pattern: /^\/_control\/webhooks\/resend$/,
    handle: ({ account, sandbox }) => {
      const open = account.all('webhook').map(({ id }) => id);
      for (const event of account.all('event')) {
        sandbox.deliverer.send(account, account.put('event', { ...event, open }));
      }
      return { status: 200, body: {} };
    },
  },
  {
    // Headers and body for a test that sends it by itself.
    method: 'POST',
    pattern: /^\/_control\/webhooks\/sign$/,
    handle: ({ account, body, sandbox }) => {
      const { eventId, forge, ...input } = validate(signing, body);
      const event = account.get('event', eventId);
      const webhookId = input.webhookId ?? account.all('webhook').at(-1)?.id;
      if (event === undefined || webhookId === undefined) throw notFound();
      const what = { body: event.body, webhookId, now: Date.now() };
      return {
        status: 200,
        body: signWebhook(what, sandbox.certificates, sandbox.origin, forge),
      };
    },
  },
];
