import { ProviderUnavailable } from '../../provider/payment-provider.js';
import { parsePem, signerOf, type Signer, type Trust } from './chain.js';
import { download } from './download.js';

/** PayPal changes its certificate once a year; more addresses than these are guesses of a forger. */
const MAX_CACHED_SIGNERS = 20;
/** Anybody can name addresses; PayPal, which tries again, needs one or two. */
const MAX_CONCURRENT_DOWNLOADS = 4;

/** Fetches certificates, and remembers those that may sign. */
export class Signers {
  readonly #known = new Map<string, Signer>();
  readonly #fetching = new Map<string, Promise<Signer | undefined>>();

  constructor(private readonly trust: Trust) {}

  /**
   * The signer whose certificate is at an allowed address; undefined where it is not to be believed.
   * Throws {@link ProviderUnavailable} where that cannot be found out now.
   */
  async at(address: string): Promise<Signer | undefined> {
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    let fetching = this.#fetching.get(address);
    if (fetching === undefined) {
      if (this.#fetching.size >= MAX_CONCURRENT_DOWNLOADS)
        throw new ProviderUnavailable('too many certificates are being fetched');
      fetching = this.#fetch(address).finally(() => this.#fetching.delete(address));
      this.#fetching.set(address, fetching);
    }
    return fetching;
  }

  async #fetch(address: string): Promise<Signer | undefined> {
    const bytes = await download(address);
    const signer = bytes && (await signerOf(certificatesIn(bytes), this.trust));
    if (signer === undefined) return undefined;
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MAX_CACHED_SIGNERS && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(address, signer);
    return signer;
  }
}

const certificatesIn = (bytes: Buffer) => {
  try {
    return parsePem(bytes.toString('latin1'));
  } catch {
    return [];
  }
};
