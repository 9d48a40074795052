import { z } from 'zod';
import type { App } from '../http.ts';
import { randomId, unprocessable } from '../errors.ts';

const webhookInput = z.object({
  url: z.url({ protocol: /^https?$/ }).max(2_048),
  event_types: z.array(z.object({ name: z.string() })).min(1),
});

/** PayPal's webhook API. Every webhook gets all events. */
export function webhookRoutes(app: App): void {
  app.get('/v1/notifications/webhooks', ({ account }) => ({ webhooks: account.all('webhook') }));
  app.post(
    '/v1/notifications/webhooks',
    { schema: { body: webhookInput } },
    ({ account, body: { url, event_types } }, reply) => {
      if (account.all('webhook').some((one) => one.url === url)) {
        throw unprocessable('WEBHOOK_URL_ALREADY_EXISTS', 'Webhook URL already exists.');
      }
      reply.code(201);
      return { ...account.save('webhook', { id: randomId(), url }), event_types };
    },
  );
}
