import { createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Webhook, WebhookEvent } from '../store/model.ts';

/** Kinds of invalid webhooks of Razorpay. */
export const forgery = z.enum(['key', 'body', 'algorithm']);
type Forgery = z.output<typeof forgery>;

/**
 * Creates the headers and the body of a webhook. Those of PayPal have no signature.
 * @param forge makes one of Razorpay invalid in one way
 */
export function signWebhook(
  { id, body }: Pick<WebhookEvent, 'id' | 'body'>,
  { secret }: Webhook,
  forge?: Forgery,
): { headers: Record<string, string>; body: string } {
  const type = { 'content-type': 'application/json' };
  if (secret === undefined) return { headers: type, body };
  const key = forge === 'key' ? randomUUID() : secret;
  const signature = createHmac(forge === 'algorithm' ? 'sha1' : 'sha256', key).update(body);
  return {
    headers: {
      ...type,
      'x-razorpay-signature': signature.digest('hex'),
      'x-razorpay-event-id': id,
    },
    body: forge === 'body' ? body.replace('{', '{ ') : body,
  };
}
