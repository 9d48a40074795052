import {
  formatMoney,
  type Locale,
  type PageValues,
  planItemNames,
  planPriceField,
  planPricePlaceholders,
  type Pricing,
  samplePlaceholders,
  templatePlaceholders,
} from '@ctdb/contracts';
import { productTitle } from './site-documents.js';

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const toPriceTexts = (pricing: Pricing): Record<string, string> => ({
  [templatePlaceholders.priceUsd]: formatMoney(pricing.usd_hourly, 'USD'),
  [templatePlaceholders.priceInr]: formatMoney(pricing.inr_hourly, 'INR'),
  ...Object.fromEntries(
    planItemNames.map((item) => [
      planPricePlaceholders[item],
      formatMoney(pricing[planPriceField(item)], 'INR'),
    ]),
  ),
});

const toSiteName = ({ site, productName }: PageValues['config'], locale: Locale): string =>
  site?.projectName ?? productTitle(productName, locale);

const toTexts = (values: PageValues, origin: string): Record<string, string> => ({
  [templatePlaceholders.productNameEn]: values.config.productName.en,
  [templatePlaceholders.productNameKn]: values.config.productName.kn,
  [templatePlaceholders.testimonialEn]: values.config.testimonial?.en ?? '',
  [templatePlaceholders.testimonialKn]: values.config.testimonial?.kn ?? '',
  [templatePlaceholders.testimonialName]: values.config.testimonial?.name ?? '',
  [templatePlaceholders.freeSampleEn]: values.config.freeSample?.nameEn ?? '',
  [templatePlaceholders.freeSampleKn]: values.config.freeSample?.nameKn ?? '',
  [templatePlaceholders.siteNameEn]: toSiteName(values.config, 'en'),
  [templatePlaceholders.siteNameKn]: toSiteName(values.config, 'kn'),
  [templatePlaceholders.projectSuffix]: values.config.site
    ? ` · ${values.config.site.projectName}`
    : '',
  [templatePlaceholders.origin]: origin,
  [templatePlaceholders.values]: JSON.stringify(values),
  ...Object.fromEntries(
    samplePlaceholders.flatMap(({ nameEn, nameKn }, at) => {
      const card = values.samples?.[at];
      return [
        [nameEn, card?.nameEn ?? ''],
        [nameKn, card?.nameKn ?? ''],
      ];
    }),
  ),
  ...(values.pricing && toPriceTexts(values.pricing)),
});

/** Whether a page made of `template` shows samples of the registry. */
export const showsSamples = (template: string): boolean =>
  samplePlaceholders.some(({ nameEn }) => template.includes(nameEn));

/** Whether a page made of `template` shows prices. */
export const showsPrices = (template: string): boolean =>
  template.includes(templatePlaceholders.priceUsd) ||
  Object.values(planPricePlaceholders).some((name) => template.includes(name));

/**
 * Replaces each placeholder in one pass, so that no value is read as a placeholder.
 * @param origin of canonical addresses
 */
export const fillTemplate = (template: string, values: PageValues, origin = ''): string => {
  const texts = toTexts(values, origin);
  return template.replace(/%[A-Z_]+%/g, (name) =>
    texts[name] === undefined ? name : escapeHtml(texts[name]),
  );
};
