/** Length of the hourly pass, in seconds. */
export const HOURLY_PASS_SECONDS = 3_600;

/** What a pass can allow. */
export const capabilities = ['read', 'tools', 'analytics'] as const;
/** `read` the registry, add notes and history (`tools`), see trends and `analytics`. */
export type Capability = (typeof capabilities)[number];

/** The three kinds of access that can be bought. */
export const plans = ['hourly', 'premium', 'professional'] as const;
/** One of {@link plans}. */
export type Plan = (typeof plans)[number];

/** What each plan may do; administrators may do all. */
export const planCapabilities = {
  hourly: ['read', 'tools'],
  premium: ['read', 'analytics'],
  professional: ['read', 'tools', 'analytics'],
} as const satisfies Record<Plan, readonly Capability[]>;

/** Everything that can be ordered: plan, length, and its price in US cents where it is fixed. */
export const purchaseItems = {
  hourly: { plan: 'hourly', seconds: HOURLY_PASS_SECONDS },
  premium_monthly: { plan: 'premium', days: 30, usdCents: 2_999 },
  premium_yearly: { plan: 'premium', days: 365, usdCents: 29_999 },
  professional_monthly: { plan: 'professional', days: 30, usdCents: 4_999 },
  professional_yearly: { plan: 'professional', days: 365, usdCents: 49_999 },
} as const satisfies Record<
  string,
  { plan: Plan } & ({ seconds: number } | { days: number; usdCents: number })
>;

/** One of {@link purchaseItemNames}. */
export type PurchaseItem = keyof typeof purchaseItems;
/** The names of {@link purchaseItems}. */
export const purchaseItemNames = Object.keys(purchaseItems) as [PurchaseItem, ...PurchaseItem[]];
/** An item that is a plan. */
export type PlanItem = Exclude<PurchaseItem, 'hourly'>;
/** All of {@link PlanItem}. */
export const planItemNames = purchaseItemNames.filter((item) => item !== 'hourly');

/** The field of a plan's rupee price on the wire. */
export const planPriceField = <I extends PlanItem>(item: I) => `inr_${item}` as const;

/** Default prices of plans in paise; administrators change them. */
export const defaultPlanPrices = {
  premium_monthly: 249_900,
  premium_yearly: 2_499_900,
  professional_monthly: 399_900,
  professional_yearly: 3_999_900,
} as const satisfies Record<PlanItem, number>;

/** Returns how long the access of `item` lasts, in seconds. */
export const itemDurationSeconds = (item: PurchaseItem): number => {
  const bought = purchaseItems[item];
  return 'seconds' in bought ? bought.seconds : bought.days * 86_400;
};

/** Days within which a paid purchase waits for its buyer's browser to begin. */
export const ACTIVATION_PERIOD_DAYS = 30;
/** Days within which a plan's buyer may ask for the money back. */
export const REFUND_PERIOD_DAYS = 30;

/** Default price of the hourly pass, in minor units (cents, paise). */
export const defaultHourlyPrice = { USD: 999, INR: 79_900 } as const;
/** Price shown on the pricing card while no price is loaded; paying is disabled then. Minor units. */
export const placeholderHourlyPrice = { USD: 500, INR: 5_000 } as const;

/** Currencies that prices are kept in; what is charged is another matter (see {@link Charge}). */
export const currencies = ['USD', 'INR'] as const;
/** One of {@link currencies}. */
export type Currency = (typeof currencies)[number];

/** Who takes the money: PayPal in dollars, Razorpay in rupees. */
export const paymentProviders = ['paypal', 'razorpay'] as const;
/** One of {@link paymentProviders}. */
export type PaymentProviderName = (typeof paymentProviders)[number];

/** The states and union territories of India by their codes in tax numbers; texts name them. */
// oxfmt-ignore
export const indianStates = [
  '01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12',
  '13', '14', '15', '16', '17', '18', '19', '20', '21', '22', '23', '24',
  '26', '27', '29', '30', '31', '32', '33', '34', '35', '36', '37', '38',
] as const;
/** One of {@link indianStates}. */
export type IndianState = (typeof indianStates)[number];

/** Union territories without a legislature. */
const unionTerritories: readonly IndianState[] = ['04', '26', '31', '35', '38'];

/** The tax beside CGST on a supply within a state: SGST, or UTGST in a union territory without a legislature. */
export const nameStateTax = (state: IndianState | undefined): 'SGST' | 'UTGST' =>
  state !== undefined && unionTerritories.includes(state) ? 'UTGST' : 'SGST';

/** Highest price that an administrator may set, in units of the currency. */
export const MAX_PRICE = 100_000;

/** Formats minor units (cents, paise) as a decimal string: 999 → "9.99". Never throws. */
export const toDecimalString = (minor: number): string => (minor / 100).toFixed(2);

/** A plain number with at most two decimals, blanks around it allowed. */
export const decimalPattern = /^\s*(\d{1,9})(?:\.(\d{1,2})0*)?\s*$/;

/**
 * Converts a decimal amount to minor units (cents, paise): "9.99" → 999. Returns `undefined` unless it
 * fits {@link decimalPattern}. Works on digits, because fractions would be rounded.
 */
export const toMinorUnits = (amount: string | number): number | undefined => {
  const match = decimalPattern.exec(String(amount));
  if (!match) return undefined;
  const [, units = '', cents = ''] = match;
  return Number(units) * 100 + Number(cents.padEnd(2, '0'));
};
