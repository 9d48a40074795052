import { createVerify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { DomainError, type WebhookHeaders } from '@ctdb/contracts';
import type { ProviderEvent } from '../payment-provider.js';
import { isCertificateUrl, publicTrust, simulatorTrust } from './certificate-trust.js';
import type { PaypalConfig } from './paypal.config.js';
import { SigningKeyCache } from './signing-key-cache.js';
import { parseWebhookEvent } from './webhook-event.js';

/** PayPal's algorithm names to Node's; others are rejected. */
const algorithms: Partial<Record<string, string>> = { SHA256withRSA: 'RSA-SHA256' };

const HOUR_MS = 3_600_000;
/** PayPal retries for three days. */
const MAX_AGE_MS = 3 * 24 * HOUR_MS + HOUR_MS;
const MAX_CLOCK_SKEW_MS = 5 * 60_000;

/** Verifies and parses webhooks. */
export class WebhookVerifier {
  readonly #keys: SigningKeyCache;

  constructor(private readonly config: PaypalConfig) {
    const trust = config.mode === 'test' ? simulatorTrust(config.baseUrl) : publicTrust();
    this.#keys = new SigningKeyCache(trust);
  }

  /** See `PaymentProvider.readEvent`. */
  async read(headers: WebhookHeaders, body: Buffer, now: number): Promise<ProviderEvent> {
    const event = (await this.#isGenuine(headers, body, now)) ? parseWebhookEvent(body) : undefined;
    if (event === undefined) throw new DomainError('INVALID_SIGNATURE');
    return event;
  }

  async #isGenuine(headers: WebhookHeaders, body: Buffer, now: number): Promise<boolean> {
    const { webhookId } = this.config;
    const algorithm = algorithms[headers['paypal-auth-algo']];
    const address = headers['paypal-cert-url'];
    if (webhookId === undefined || algorithm === undefined) return false;
    const time = headers['paypal-transmission-time'];
    const age = now - Date.parse(time);
    if (!(age <= MAX_AGE_MS && age >= -MAX_CLOCK_SKEW_MS)) return false;
    if (!isCertificateUrl(address, this.config)) return false;
    const signer = await this.#keys.get(address);
    if (signer === undefined || now < signer.from || now > signer.until) return false;
    const text = `${headers['paypal-transmission-id']}|${time}|${webhookId}|${crc32(body)}`;
    return createVerify(algorithm)
      .update(text)
      .verify(signer.key, headers['paypal-transmission-sig'], 'base64');
  }
}
