import { z } from 'zod';
import { type Route, validate } from '../http/request.ts';
import { notFoundError, randomId, unprocessable } from '../http/response.ts';
import { forgery, signWebhook } from './sign.ts';

const webhookInput = z.object({
  url: z.url({ protocol: /^https?$/ }).max(2_048),
  event_types: z.array(z.object({ name: z.string() })).min(1),
});

/** PayPal's webhook API. Every webhook gets all events. */
export const webhookRoutes: Route[] = [
  {
    method: 'GET',
    pattern: /^\/v1\/notifications\/webhooks$/,
    handle: ({ account }) => ({ status: 200, body: { webhooks: account.all('webhook') } }),
  },
  {
    method: 'POST',
    pattern: /^\/v1\/notifications\/webhooks$/,
    handle: ({ account, body }) => {
      const { url, event_types } = validate(webhookInput, body);
      if (account.all('webhook').some((one) => one.url === url)) {
        throw unprocessable('WEBHOOK_URL_ALREADY_EXISTS', 'Webhook URL already exists.');
      }
      const webhook = account.save('webhook', { id: randomId(), url });
      return { status: 201, body: { ...webhook, event_types } };
    },
  },
];

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

/** For tests. */
export const webhookControlRoutes: Route[] = [
  {
    // Registers an id that the caller chooses.
    method: 'POST',
    pattern: /^\/_control\/webhooks$/,
    handle: ({ account, body }) => ({
      status: 200,
      body: account.save('webhook', validate(anyWebhook, body)),
    }),
  },
  {
    method: 'POST',
    pattern: /^\/_control\/webhooks\/delivery$/,
    handle: ({ account, body, simulator }) => {
      const wasPaused = account.delivery.paused;
      account.delivery = validate(delivery, body);
      if (wasPaused) simulator.webhookSender.resume(account);
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
    // Sends every event again.
    method: 'POST',
    pattern: /^\/_control\/webhooks\/resend$/,
    handle: ({ account, simulator }) => {
      const open = account.all('webhook').map(({ id }) => id);
      for (const event of account.all('event')) {
        simulator.webhookSender.send(account, account.save('event', { ...event, open }));
      }
      return { status: 200, body: {} };
    },
  },
  {
    // Returns headers and body for a test that sends the webhook.
    method: 'POST',
    pattern: /^\/_control\/webhooks\/sign$/,
    handle: ({ account, body, simulator }) => {
      const { eventId, forge, ...input } = validate(signing, body);
      const event = account.get('event', eventId);
      const webhookId = input.webhookId ?? account.all('webhook').at(-1)?.id;
      if (event === undefined || webhookId === undefined) throw notFoundError();
      const what = { body: event.body, webhookId, now: Date.now() };
      return {
        status: 200,
        body: signWebhook(what, simulator.certificates, simulator.origin, forge),
      };
    },
  },
];
