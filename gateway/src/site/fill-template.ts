import {
  formatMoney,
  type PageValues,
  samplePlaceholders,
  templatePlaceholders,
} from '@ctdb/contracts';

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const toTexts = (values: PageValues): Record<string, string> => ({
  [templatePlaceholders.productNameEn]: values.config.productName.en,
  [templatePlaceholders.productNameKn]: values.config.productName.kn,
  [templatePlaceholders.testimonialEn]: values.config.testimonial?.en ?? '',
  [templatePlaceholders.testimonialKn]: values.config.testimonial?.kn ?? '',
  [templatePlaceholders.testimonialName]: values.config.testimonial?.name ?? '',
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
  ...(values.pricing && {
    [templatePlaceholders.priceUsd]: formatMoney(values.pricing.usd_hourly, 'USD'),
    [templatePlaceholders.priceInr]: formatMoney(values.pricing.inr_hourly, 'INR'),
  }),
});

/** Whether a page made of `template` shows samples of the registry. */
export const showsSamples = (template: string): boolean =>
  samplePlaceholders.some(({ nameEn }) => template.includes(nameEn));

/** Whether a page made of `template` shows prices. */
export const showsPrices = (template: string): boolean =>
  template.includes(templatePlaceholders.priceUsd);

/** Replaces each placeholder in one pass, so that no value is read as a placeholder. */
export const fillTemplate = (template: string, values: PageValues): string => {
  const texts = toTexts(values);
  return template.replace(/%[A-Z_]+%/g, (name) =>
    texts[name] === undefined ? name : escapeHtml(texts[name]),
  );
};
