import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { formatPayPalTime } from '../money/amounts.ts';
import type { Simulator } from '../simulator.ts';
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

/**
 * Creates the headers and the body of a webhook.
 * @param forge makes it invalid in one way
 */
export function signWebhook(
  event: { body: string; webhookId: string },
  { certificates, origin }: Pick<Simulator, 'certificates' | 'origin'>,
  forge?: Forgery,
): { headers: Record<string, string>; body: string } {
  const id = randomUUID();
  const time = formatPayPalTime(Date.now() + shift(forge));
  const webhookId = forge === 'webhookId' ? 'ANOTHERWEBHOOK0000' : event.webhookId;
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
