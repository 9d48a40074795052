import {
  defaultProductName,
  type Locale,
  type PaymentMode,
  type PurchaseItem,
} from '@ctdb/contracts';
import { z } from 'zod';

/** Timeout of one call: two calls and the reply fit into the deadline of a command (20 s). */
const CALL_TIMEOUT_MS = 8_000;

/** Credentials must not be sent over the open network in plain text. */
const isPrivateHost = ({ hostname }: URL): boolean =>
  /^(\[::1\]|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|[a-z0-9-]+)$/.test(
    hostname,
  );

/** An empty variable counts as unset. */
export const blank = (value: unknown) => (value === '' ? undefined : value);

const simulatorOrigin = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((value) => new URL(value).origin === value.replace(/\/$/, ''), {
    error: 'must be an origin, without a path',
  })
  .refine((value) => isPrivateHost(new URL(value)), {
    error: 'is for the simulator only: an address of this machine or of a private network',
  })
  .transform((value) => new URL(value).origin);

/** URL of the simulator; unset: the provider itself. */
export const simulatorUrl = z.preprocess(blank, simulatorOrigin.optional());
/** An id or a secret of an account. */
export const credential = z.preprocess(blank, z.string().trim().min(1).max(500).optional());
const productName = (language: Locale) =>
  z.preprocess(blank, z.string().max(100).default(defaultProductName[language]));

/** Environment variables with the seller's name. */
export const productNameEnv = {
  PRODUCT_NAME_EN: productName('en'),
  PRODUCT_NAME_KN: productName('kn'),
};

/** The seller in the item texts. */
export type ProductName = Readonly<Record<Locale, string>>;

/** Connection settings of any provider, or of the simulator. */
export interface ProviderConfig {
  mode: Exclude<PaymentMode, 'off'>;
  /** Base URL of all calls. */
  baseUrl: string;
  productName: ProductName;
  /** Timeout of one call including its response, in milliseconds. */
  callTimeoutMs: number;
}

/** The settings of a provider at `baseUrl`, unless the simulator takes its place. */
export const providerConfig = (
  { PRODUCT_NAME_EN, PRODUCT_NAME_KN }: z.output<z.ZodObject<typeof productNameEnv>>,
  { mode, baseUrl }: Pick<ProviderConfig, 'mode' | 'baseUrl'>,
  simulator: string | undefined,
): ProviderConfig => ({
  mode: simulator === undefined ? mode : 'test',
  baseUrl: simulator ?? baseUrl,
  productName: { en: PRODUCT_NAME_EN, kn: PRODUCT_NAME_KN },
  callTimeoutMs: CALL_TIMEOUT_MS,
});

/** A configuration error for zod's `superRefine`. */
export interface ConfigFault {
  path: string;
  message: string;
}

/** A fault if one of two credentials is missing. */
export const findMissingCredential = (
  env: Readonly<Record<string, unknown>>,
  id: string,
  secret: string,
): ConfigFault | undefined => {
  if ((env[id] === undefined) === (env[secret] === undefined)) return undefined;
  const path = env[id] === undefined ? id : secret;
  return { path, message: `is missing: ${id} and ${secret} go together` };
};

/** Whether buyers may be sent there. Where browsers find the simulator is a setting of its own. */
export const isProviderPage = (href: string, mode: ProviderConfig['mode'], own: RegExp): boolean =>
  (mode === 'test' ? /^https?:/ : own).test(new URL(href).origin);

/** Items as buyers see them at the provider, after the product's name. */
const itemNames: Record<PurchaseItem, Record<Locale, string>> = {
  hourly: { en: 'one-hour pass', kn: 'ಒಂದು ಗಂಟೆಯ ಪಾಸ್' },
  premium_monthly: { en: 'Premium, 30 days', kn: 'ಪ್ರೀಮಿಯಂ, 30 ದಿನಗಳು' },
  premium_yearly: { en: 'Premium, 365 days', kn: 'ಪ್ರೀಮಿಯಂ, 365 ದಿನಗಳು' },
  professional_monthly: { en: 'Professional, 30 days', kn: 'ವೃತ್ತಿಪರ, 30 ದಿನಗಳು' },
  professional_yearly: { en: 'Professional, 365 days', kn: 'ವೃತ್ತಿಪರ, 365 ದಿನಗಳು' },
};

/** Product and item in the buyer's language; at most 127 characters. */
export const describeItem = (product: ProductName, item: PurchaseItem, locale: Locale): string =>
  `${product[locale]}: ${itemNames[item][locale]}`;
