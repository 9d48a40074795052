import { createVerify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { DomainError, webhookHeaders } from '@ctdb/contracts';
import type { ProviderEvent } from '../payment-provider.js';
import { isRecentWebhook } from '../provider-http.js';
import { isCertificateUrl, publicTrust, simulatorTrust } from './certificate-trust.js';
import type { PaypalConfig } from './paypal.config.js';
import { SigningKeyCache } from './signing-key-cache.js';
import { parseWebhookEvent } from './webhook-event.js';

/** PayPal's algorithm names to Node's; others are rejected. */
const algorithms: Partial<Record<string, string>> = { SHA256withRSA: 'RSA-SHA256' };

/** Verifies and parses webhooks. */
export class WebhookVerifier {
  readonly #keys: SigningKeyCache;

  constructor(private readonly config: PaypalConfig) {
    const trust = config.mode === 'test' ? simulatorTrust(config.baseUrl) : publicTrust();
    this.#keys = new SigningKeyCache(trust);
  }

  /** See `PaymentProvider.readEvent`. */
  async read(headers: Record<string, string>, body: Buffer, now: number): Promise<ProviderEvent> {
    const event = (await this.#isGenuine(headers, body, now)) ? parseWebhookEvent(body) : undefined;
    if (event === undefined) throw new DomainError('INVALID_SIGNATURE');
    return event;
  }

  async #isGenuine(sent: Record<string, string>, body: Buffer, now: number): Promise<boolean> {
    const { webhookId } = this.config;
    const { data: headers } = webhookHeaders.paypal.safeParse(sent);
    if (headers === undefined) return false;
    const algorithm = algorithms[headers['paypal-auth-algo']];
    const address = headers['paypal-cert-url'];
    if (webhookId === undefined || algorithm === undefined) return false;
    const time = headers['paypal-transmission-time'];
    if (!isRecentWebhook(Date.parse(time), now)) return false;
    if (!isCertificateUrl(address, this.config)) return false;
    const signer = await this.#keys.get(address);
    if (signer === undefined || now < signer.from || now > signer.until) return false;
    const text = `${headers['paypal-transmission-id']}|${time}|${webhookId}|${crc32(body)}`;
    return createVerify(algorithm)
      .update(text)
      .verify(signer.key, headers['paypal-transmission-sig'], 'base64');
  }
}
