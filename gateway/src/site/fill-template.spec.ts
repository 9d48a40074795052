import { describe, expect, it } from 'vitest';
import { type PageValues, pricing, publicConfig } from '@ctdb/contracts';
import { sampleCard } from '../../test/support/records.js';
import { sampleOf } from '../../test/support/sample.js';
import { fillTemplate, showsPrices } from './fill-template.js';

const valuesWith = (en: string): PageValues => ({
  config: {
    ...sampleOf(publicConfig),
    productName: { en, kn: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ' },
  },
  pricing: {
    ...sampleOf(pricing),
    ...{ usd_hourly: '9.50', inr_hourly: '799', inr_premium_yearly: '24999' },
  },
});

const template =
  '<title>%PRODUCT_NAME_EN%</title><div data-values="%VALUES%">%PRODUCT_NAME_KN% %PRICE_USD% %PRICE_INR% %PRICE_PREMIUM_YEARLY% 100% %OTHER%</div>';

/** As a browser reads an attribute. */
const unescapeHtml = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

describe('a filled template', () => {
  it('has the names and prices of the installation', () => {
    const html = fillTemplate(template, valuesWith('Colours'));
    expect(html).toContain('<title>Colours</title>');
    expect(html).toContain('>ಬಣ್ಣ ಚಿಕಿತ್ಸೆ $9.50 ₹799 ₹24,999 100% %OTHER%<');
  });

  it('has what a user says and the names of the samples, or nothing in their places', () => {
    const places = '%TESTIMONIAL_EN%|%TESTIMONIAL_NAME%|%FIRST_SAMPLE_KN%|%THIRD_SAMPLE_EN%';
    const { config } = valuesWith('Colours');
    const testimonial = { en: 'Quick', kn: 'ಬೇಗ', name: 'A & B' };
    const samples = [sampleCard];
    expect(fillTemplate(places, { config })).toBe('|||');
    expect(fillTemplate(places, { config: { ...config, testimonial }, samples })).toBe(
      'Quick|A &#38; B|ಅಸ್ತಮಾ|',
    );
  });

  it.each([
    '</title><script>alert(1)</script>',
    `"><img src=x onerror='alert(1)'>`,
    '&lt;b&gt; & &amp;',
    "$& $1 $` $'",
    '%VALUES%%PRICE_USD%</head>',
    '\u2028\\"\u0000',
  ])('shows the hostile name %j as text', (name) => {
    const values = valuesWith(name);
    const html = fillTemplate(template, values);
    const [, title = '', json = ''] =
      /^<title>([^<]*)<\/title><div data-values="([^"<>]*)">/.exec(html) ?? [];
    expect(unescapeHtml(title)).toBe(name);
    expect(JSON.parse(unescapeHtml(json))).toEqual(values);
  });

  it('shows prices only if it has a place for them', () => {
    expect(showsPrices(template)).toBe(true);
    expect(showsPrices('<title>%PRODUCT_NAME_EN%</title>')).toBe(false);
  });
});
