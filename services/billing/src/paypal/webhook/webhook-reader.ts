import { createVerify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { DomainError, type WebhookHeaders } from '@ctdb/contracts';
import type { ProviderEvent } from '../../provider/payment-provider.js';
import type { PaypalConfig } from '../paypal.config.js';
import { isCertificateAddress } from './certificate-address.js';
import { eventOf } from './event-answer.js';
import { Signers } from './signers.js';
import { publicTrust, standInTrust } from './trust.js';

/** PayPal's algorithm names to Node's; others are rejected. */
const algorithms: Partial<Record<string, string>> = { SHA256withRSA: 'RSA-SHA256' };

const HOUR_MS = 3_600_000;
/** PayPal retries for three days. */
const MAX_AGE_MS = 3 * 24 * HOUR_MS + HOUR_MS;
const MAX_CLOCK_SKEW_MS = 5 * 60_000;

/** Verifies and parses webhooks. */
export class WebhookReader {
  readonly #signers: Signers;

  constructor(private readonly config: PaypalConfig) {
    const trust = config.mode === 'test' ? standInTrust(config.baseUrl) : publicTrust();
    this.#signers = new Signers(trust);
  }

  /** See `PaymentProvider.readEvent`. */
  async read(headers: WebhookHeaders, body: Buffer, now: number): Promise<ProviderEvent> {
    const event = (await this.#isGenuine(headers, body, now)) ? eventOf(body) : undefined;
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
    if (!isCertificateAddress(address, this.config)) return false;
    const signer = await this.#signers.at(address);
    if (signer === undefined || now < signer.from || now > signer.until) return false;
    const text = `${headers['paypal-transmission-id']}|${time}|${webhookId}|${crc32(body)}`;
    return createVerify(algorithm)
      .update(text)
      .verify(signer.key, headers['paypal-transmission-sig'], 'base64');
  }
}
