import { ProviderUnavailableError } from '../payment-provider.js';
import {
  parsePem,
  type SigningKey,
  verifyChain,
  type CertificateTrust,
} from './certificate-chain.js';
import { downloadCertificate } from './certificate-trust.js';

/** PayPal changes its certificate once a year, so more URLs come from an attacker. */
const MAX_CACHED_KEYS = 20;
/** Limits an attacker who invents URLs; PayPal needs one or two and retries. */
const MAX_CONCURRENT_DOWNLOADS = 4;

/** Downloads webhook certificates and caches valid ones. */
export class SigningKeyCache {
  readonly #known = new Map<string, SigningKey>();
  readonly #fetching = new Map<string, Promise<SigningKey | undefined>>();

  constructor(private readonly trust: CertificateTrust) {}

  /**
   * The signer whose certificate is at an allowed address; undefined if it is not trusted.
   * Throws {@link ProviderUnavailableError} if the certificate cannot be downloaded now.
   */
  async get(address: string): Promise<SigningKey | undefined> {
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    let fetching = this.#fetching.get(address);
    if (fetching === undefined) {
      if (this.#fetching.size >= MAX_CONCURRENT_DOWNLOADS)
        throw new ProviderUnavailableError('too many certificates are being fetched');
      fetching = this.#fetch(address).finally(() => this.#fetching.delete(address));
      this.#fetching.set(address, fetching);
    }
    return fetching;
  }

  async #fetch(address: string): Promise<SigningKey | undefined> {
    const bytes = await downloadCertificate(address);
    const signer = bytes && (await verifyChain(parsePem(bytes), this.trust));
    if (signer === undefined) return undefined;
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MAX_CACHED_KEYS && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(address, signer);
    return signer;
  }
}
