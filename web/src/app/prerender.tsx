import {
  formatMoney,
  getTemplatePath,
  type Locale,
  locales,
  NOT_FOUND_TEMPLATE,
  type PageValues,
  paymentMode,
  type PaymentMode,
  prerenderedPages,
  samplePlaceholders,
  SCREEN_TEMPLATE,
  SCREENS_FILE,
  sitemapPaths,
  templatePlaceholders,
  planItemNames,
  planPriceField,
  planPricePlaceholders,
  templatesByPaymentMode,
  WEB_MANIFEST,
} from '@ctdb/contracts';
import { type ReactNode, StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { ScreenSkeleton } from '@/components/layout/page-skeleton';
import { i18n, loadTranslations, startI18n } from '@/i18n';
import { bilingualTexts } from '@/i18n/bilingual';
import { createQueryClient } from '@/lib/api/query-client';
import { seedPageValues } from '@/lib/page-values';
import { App } from './app';
import { screenPaths } from './router';
import { fileOf, screens } from './screens';

/** A page that the gateway completes with the values of the installation. */
export interface Template {
  /** Within the site. */
  path: string;
  /** The name without payment mode. */
  name: string;
  language: Locale;
  title: string;
  description: string;
  /** The address for search engines; absent where they are shown none. */
  canonical?: string;
  /** The content of `#root`: a page that React takes over, or the skeleton of a screen. */
  html: string;
  /** The file of the page, if React takes one over, and the texts that are loaded with it. */
  file?: string;
  texts: readonly string[];
}

/** Prices that nothing costs, so that each is found again in the page. */
const PRICES = {
  usd_hourly: '1234567.89',
  inr_hourly: '7654321',
  inr_premium_monthly: '7654322',
  inr_premium_yearly: '7654323',
  inr_professional_monthly: '7654324',
  inr_professional_yearly: '7654325',
};

const { productNameEn, productNameKn, priceUsd, priceInr } = templatePlaceholders;
const { siteNameEn, siteNameKn, projectSuffix, origin } = templatePlaceholders;
const { testimonialEn, testimonialKn, testimonialName } = templatePlaceholders;
const { freeSampleEn, freeSampleKn } = templatePlaceholders;

const placeholderValues = (mode: PaymentMode | null): PageValues => ({
  config: {
    productName: { en: productNameEn, kn: productNameKn },
    languages: [...locales],
    siteDomain: '',
    passwordMinLength: 0,
    translation: { configured: null, engine: null },
    payments: { mode },
    testimonial: { en: testimonialEn, kn: testimonialKn, name: testimonialName },
    freeSample: { id: '', nameEn: freeSampleEn, nameKn: freeSampleKn },
  },
  pricing: PRICES,
  // Category and colors are shown when the browser has taken over the page.
  samples: samplePlaceholders.map((names) => ({ ...names, category: 'Other', colors: [] })),
});

const render = async (page: ReactNode): Promise<string> => {
  // One piece: React would move later pieces into their places by inline scripts.
  const { prelude } = await prerender(page, { progressiveChunkSize: Infinity });
  return new Response(prelude).text();
};

const renderPage = async (path: string, mode: PaymentMode | null): Promise<string> => {
  const client = createQueryClient();
  seedPageValues(client, placeholderValues(mode));
  const html = await render(
    <StrictMode>
      <StaticRouter location={path}>
        <App client={client} />
      </StaticRouter>
    </StrictMode>,
  );
  const filled = html
    .replaceAll(formatMoney(PRICES.usd_hourly, 'USD'), priceUsd)
    .replaceAll(formatMoney(PRICES.inr_hourly, 'INR'), priceInr);
  return planItemNames.reduce((text, item) => {
    const price = formatMoney(PRICES[planPriceField(item)], 'INR');
    return text.replaceAll(price, planPricePlaceholders[item]);
  }, filled);
};

/** Title and description of each template, in the current language. */
const describePages = (language: Locale, product: string) => {
  const t = i18n.getFixedT(null, ['common', 'checkout', 'admin', 'sample', 'notFound']);
  const about = bilingualTexts.sentence[language];
  const siteName = language === 'kn' ? siteNameKn : siteNameEn;
  const describe = (title: string, description: string) => ({
    title: `${title} · ${siteName}`,
    description,
  });
  const ownTitle = product + projectSuffix;
  return {
    landing: { title: ownTitle, description: about },
    'admin-login': describe(t('admin:login.title'), t('admin:login.note')),
    'hourly-access': describe(t('checkout:hourly.title'), t('checkout:hourly.intro')),
    subscribe: describe(t('checkout:plans.premium.title'), t('checkout:plans.premium.intro')),
    payment: describe(
      t('checkout:plans.professional.title'),
      t('checkout:plans.professional.intro'),
    ),
    sample: describe(t('sample:title'), t('sample:intro')),
    contact: describe(t('legal.contact'), about),
    terms: describe(t('legal.terms'), about),
    privacy: describe(t('legal.privacy'), about),
    refunds: describe(t('legal.refunds'), about),
    [NOT_FOUND_TEMPLATE]: describe(t('notFound:title'), about),
    [SCREEN_TEMPLATE]: { title: ownTitle, description: about },
  };
};

const findScreen = (path: string): Pick<Template, 'file' | 'texts'> => {
  const screen = screens.find(([, paths]) => paths.some((one) => one === path));
  if (!screen) throw new Error(`no screen has the path ${path}`);
  const [page, , texts] = screen;
  return { file: `/${fileOf(page)}`, texts };
};

const renderTemplates = async (language: Locale): Promise<Template[]> => {
  await i18n.changeLanguage(language);
  await loadTranslations(['checkout', 'admin', 'sample', 'notFound']);
  const name = language === 'kn' ? productNameKn : productNameEn;
  const product = i18n.t('product.database', { name });
  const texts = describePages(language, product);
  const templates: Template[] = [];
  const add = (
    name: keyof typeof texts,
    suffix: string,
    html: string,
    screen: Pick<Template, 'file' | 'texts'>,
  ) => {
    const path = sitemapPaths.find((one) => prerenderedPages[one] === name);
    templates.push({
      path: getTemplatePath(language, name + suffix),
      name,
      language,
      ...texts[name],
      ...(path && { canonical: origin + path }),
      html,
      ...screen,
    });
  };
  for (const [path, name] of Object.entries(prerenderedPages)) {
    const screen = findScreen(path);
    if (templatesByPaymentMode.includes(name))
      for (const mode of paymentMode.options)
        add(name, `.${mode}`, await renderPage(path, mode), screen);
    else add(name, '', await renderPage(path, null), screen);
  }
  add(NOT_FOUND_TEMPLATE, '', await renderPage('/not-found', null), {
    file: '/app/not-found.tsx',
    texts: ['notFound'],
  });
  add(SCREEN_TEMPLATE, '', await render(<ScreenSkeleton title={product} />), { texts: [] });
  return templates;
};

/** Renders the templates of all pages in both languages, and the list of the paths of all screens. */
export const prerenderSite = async () => {
  await startI18n('en');
  const templates = [...(await renderTemplates('en')), ...(await renderTemplates('kn'))];
  const screens = { path: SCREENS_FILE, text: JSON.stringify(screenPaths) };
  const valuesPlaceholder = templatePlaceholders.values;
  return {
    templates,
    screens,
    screenTemplate: SCREEN_TEMPLATE,
    valuesPlaceholder,
    manifest: WEB_MANIFEST,
  };
};
