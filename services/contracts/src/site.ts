import type { Pricing } from './billing/prices.js';
import type { PlanItem } from './constants/billing.js';
import type { SampleCard } from './catalog/samples.js';
import type { PublicConfig } from './gateway.js';
import type { Locale } from './locale.js';

/** The cookie with the language that a visitor has chosen. */
export const LANGUAGE_COOKIE = 'language';

/** Where the build of the site puts the pages that it renders; they are templates, not files to send. */
export const TEMPLATE_FOLDER = '/pages/';
/** A JSON array of the paths of all screens, as URL patterns. */
export const SCREENS_FILE = `${TEMPLATE_FOLDER}screens.json`;

/** Paths whose pages the build renders, with the names of their templates. */
export const prerenderedPages = {
  '/': 'landing',
  '/admin': 'admin-login',
  '/admin-login': 'admin-login',
  '/hourly-access': 'hourly-access',
  '/subscribe': 'subscribe',
  '/payment': 'payment',
  '/sample': 'sample',
  '/contact': 'contact',
  '/terms': 'terms',
  '/privacy': 'privacy',
  '/refunds': 'refunds',
} as const;
/** Pages that search engines are shown. */
export const sitemapPaths = (
  Object.keys(prerenderedPages) as (keyof typeof prerenderedPages)[]
).filter((path) => !path.startsWith('/admin'));
/** The web app manifest. */
export const WEB_MANIFEST = '/manifest.webmanifest';
/** The skeleton of every other screen: the browser renders it. */
export const SCREEN_TEMPLATE = 'screen';
/** The page of a path that no screen has. */
export const NOT_FOUND_TEMPLATE = 'not-found';

/** Templates that exist once for each payment mode, as `<name>.<mode>`. */
export const templatesByPaymentMode: readonly string[] = ['hourly-access', 'subscribe', 'payment'];

/** Path of a template within the site. */
export const getTemplatePath = (language: Locale, name: string): string =>
  `${TEMPLATE_FOLDER}${language}/${name}.html`;

/** What stands in a template for the values that the gateway inserts, escaped. */
export const templatePlaceholders = {
  productNameEn: '%PRODUCT_NAME_EN%',
  productNameKn: '%PRODUCT_NAME_KN%',
  priceUsd: '%PRICE_USD%',
  priceInr: '%PRICE_INR%',
  testimonialEn: '%TESTIMONIAL_EN%',
  testimonialKn: '%TESTIMONIAL_KN%',
  testimonialName: '%TESTIMONIAL_NAME%',
  freeSampleEn: '%FREE_SAMPLE_EN%',
  freeSampleKn: '%FREE_SAMPLE_KN%',
  /** After the title of a page: the name of the deployed project, else the title of the product. */
  siteNameEn: '%SITE_NAME_EN%',
  siteNameKn: '%SITE_NAME_KN%',
  /** After the title of the product: the name of the deployed project, if there is one. */
  projectSuffix: '%PROJECT_SUFFIX%',
  /** The scheme and host of canonical addresses; empty where they are not known. */
  origin: '%ORIGIN%',
  /** {@link PageValues} as JSON. */
  values: '%VALUES%',
} as const;

/** What stands in a template for the rupee prices of plans. */
export const planPricePlaceholders = {
  premium_monthly: '%PRICE_PREMIUM_MONTHLY%',
  premium_yearly: '%PRICE_PREMIUM_YEARLY%',
  professional_monthly: '%PRICE_PROFESSIONAL_MONTHLY%',
  professional_yearly: '%PRICE_PROFESSIONAL_YEARLY%',
} as const satisfies Record<PlanItem, string>;

/** What stands in a template for the names of the samples on the landing page, escaped. */
export const samplePlaceholders = [
  { nameEn: '%FIRST_SAMPLE_EN%', nameKn: '%FIRST_SAMPLE_KN%' },
  { nameEn: '%SECOND_SAMPLE_EN%', nameKn: '%SECOND_SAMPLE_KN%' },
  { nameEn: '%THIRD_SAMPLE_EN%', nameKn: '%THIRD_SAMPLE_KN%' },
] as const;

/** What the browser gets with a page, so that it needs no call for it. */
export interface PageValues {
  config: PublicConfig;
  /** Only on pages that show prices. */
  pricing?: Pricing;
  /** Only on the landing page. */
  samples?: SampleCard[];
}
