import type { Certificates } from './webhooks/certificates.ts';
import type { Deliverer } from './webhooks/deliverer.ts';
import type { Tokens } from './oauth/tokens.ts';
import type { Store } from './store/store.ts';

/** What the calls work with. */
export interface Sandbox {
  store: Store;
  tokens: Tokens;
  certificates: Certificates;
  deliverer: Deliverer;
  /** How the merchant's server reaches it. */
  origin: string;
  /** How the buyer's browser reaches it. */
  pageOrigin: string;
}
