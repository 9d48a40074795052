import { describe, expect, it } from 'vitest';
import type { PageValues } from '@ctdb/contracts';
import { fillTemplate, showsPrices } from './fill-template.js';

const valuesWith = (en: string): PageValues => ({
  config: {
    productName: { en, kn: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ' },
    languages: ['en', 'kn'],
    siteDomain: 'example.org',
    passwordMinLength: 12,
    translation: { configured: null, engine: null },
    payments: { mode: 'test' },
  },
  pricing: {
    usd_hourly: '9.50',
    inr_hourly: '799',
    inr_premium_monthly: '2499',
    inr_premium_yearly: '24999',
    inr_professional_monthly: '3999',
    inr_professional_yearly: '39999',
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

  it('has what a user says, or nothing in its place', () => {
    const quote = '<p>%TESTIMONIAL_EN%</p><p>%TESTIMONIAL_KN%</p><p>%TESTIMONIAL_NAME%</p>';
    const { config } = valuesWith('Colours');
    expect(fillTemplate(quote, { config })).toBe('<p></p><p></p><p></p>');
    const testimonial = { en: 'Quick', kn: 'ಬೇಗ', name: 'A & B' };
    expect(fillTemplate(quote, { config: { ...config, testimonial } })).toBe(
      '<p>Quick</p><p>ಬೇಗ</p><p>A &#38; B</p>',
    );
  });

  it('has the names of the samples, or nothing in their places', () => {
    const places = '<p>%FIRST_SAMPLE_EN%</p><p>%FIRST_SAMPLE_KN%</p><p>%THIRD_SAMPLE_EN%</p>';
    const { config } = valuesWith('Colours');
    const card = {
      nameEn: 'Asthma',
      nameKn: 'ಅಸ್ತಮಾ',
      category: 'Respiratory',
      colors: [],
    } as const;
    expect(fillTemplate(places, { config })).toBe('<p></p><p></p><p></p>');
    expect(fillTemplate(places, { config, samples: [{ ...card, colors: [] }] })).toBe(
      '<p>Asthma</p><p>ಅಸ್ತಮಾ</p><p></p>',
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
    expect([showsPrices(template), showsPrices('<title>%PRODUCT_NAME_EN%</title>')]).toEqual([
      true,
      false,
    ]);
  });
});
