import { createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { formatPayPalTime } from '../money/amounts.ts';
import type { Simulator } from '../simulator.ts';
import type { Webhook, WebhookEvent } from '../store/model.ts';
import type { Certificates } from './certificates.ts';

/** Kinds of invalid webhooks. */
export const forgery = z.enum([
  'key',
  'expired',
  'authority',
  'host',
  'body',
  'old',
  'future',
  'algorithm',
  'webhookId',
]);
type Forgery = z.output<typeof forgery>;

const HOUR = 3_600_000;

interface Signed {
  headers: Record<string, string>;
  body: string;
}

/**
 * Creates the headers and the body of a webhook.
 * @param forge makes it invalid in one way
 */
export function signWebhook(
  event: Pick<WebhookEvent, 'id' | 'body'>,
  webhook: Webhook,
  simulator: Pick<Simulator, 'certificates' | 'origin'>,
  forge?: Forgery,
): Signed {
  return webhook.secret === undefined
    ? signForPayPal(event, webhook.id, simulator, forge)
    : signForRazorpay(event, webhook.secret, forge);
}

/** Kinds of forgeries that Razorpay's signatures do not know have another key. */
function signForRazorpay(
  { id, body: original }: Pick<WebhookEvent, 'id' | 'body'>,
  secret: string,
  forge?: Forgery,
): Signed {
  const isOther = ['key', 'expired', 'authority', 'host', 'webhookId'].includes(forge ?? '');
  const event = JSON.parse(original) as { created_at: number };
  const body = JSON.stringify({ ...event, created_at: event.created_at + shift(forge) / 1_000 });
  const key = isOther ? randomUUID() : secret;
  const signature = createHmac(forge === 'algorithm' ? 'sha1' : 'sha256', key).update(body);
  return {
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': signature.digest('hex'),
      'x-razorpay-event-id': id,
    },
    body: forge === 'body' ? body.replace('{', '{ ') : body,
  };
}

function signForPayPal(
  event: Pick<WebhookEvent, 'body'>,
  ownId: string,
  { certificates, origin }: Pick<Simulator, 'certificates' | 'origin'>,
  forge?: Forgery,
): Signed {
  const id = randomUUID();
  const time = formatPayPalTime(Date.now() + shift(forge));
  const webhookId = forge === 'webhookId' ? 'ANOTHERWEBHOOK0000' : ownId;
  // PayPal signs this text, with a decimal checksum of the body.
  const text = `${id}|${time}|${webhookId}|${crc32(event.body)}`;
  const key = forge === 'key' ? newPrivateKey() : certificates.key;
  const host = forge === 'host' ? 'https://api.paypal.com.attacker.example' : origin;
  return {
    headers: {
      'content-type': 'application/json',
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': createSign('RSA-SHA256').update(text).sign(key, 'base64'),
      'paypal-cert-url': `${host}/v1/notifications/certs/${selectCertificate(certificates, forge)}`,
      'paypal-auth-algo': forge === 'algorithm' ? 'SHA1withRSA' : 'SHA256withRSA',
    },
    body: forge === 'body' ? event.body.replace('{', '{ ') : event.body,
  };
}

/** A key without a certificate. */
function newPrivateKey() {
  return generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
}

function shift(forge: Forgery | undefined): number {
  if (forge === 'old') return -4 * 24 * HOUR;
  return forge === 'future' ? HOUR : 0;
}

function selectCertificate({ valid, expired, foreign }: Certificates, forge?: Forgery): string {
  if (forge === 'expired') return expired;
  return forge === 'authority' ? foreign : valid;
}
