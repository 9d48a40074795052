import { z } from 'zod';
import type { Route } from '../http/request.ts';
import { refused } from '../http/paypal-error.ts';
import { validate } from '../http/validate.ts';
import { randomId } from '../random.ts';

const webhookInput = z.object({
  url: z.url({ protocol: /^https?$/ }).max(2_048),
  event_types: z.array(z.object({ name: z.string() })).min(1),
});

/** The calls about webhooks. Every webhook gets all events. */
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
        throw refused('WEBHOOK_URL_ALREADY_EXISTS', 'Webhook URL already exists.');
      }
      const webhook = account.put('webhook', { id: randomId(), url });
      return { status: 201, body: { ...webhook, event_types } };
    },
  },
];
