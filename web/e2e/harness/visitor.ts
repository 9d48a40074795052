import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { settings, STEP_MS } from './settings.ts';
import { textsIn, type Language, type Texts } from './texts.ts';
import { reportPolicyViolations, Watch } from './watch.ts';

export type Theme = 'light' | 'dark';

export interface VisitorOptions {
  /** What local storage holds, e.g. the token of somebody who is signed in. */
  stored?: Record<string, string> | undefined;
  /** Cookies that come with it. */
  cookies?: { name: string; value: string }[] | undefined;
  /** Absent: what a first visit gets, which is English. */
  language?: Language | undefined;
  theme?: Theme | undefined;
  width?: number | undefined;
  height?: number | undefined;
  timeZone?: string | undefined;
  /** What the device says it prefers. */
  prefers?: Theme | undefined;
}

/** A browser of its own with one page. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  watch: Watch;
  language: Language;
  /** The product's texts in the visitor's language. */
  t: Texts;
}

const contextOptions = (options: VisitorOptions): BrowserContextOptions => {
  const { stored = {}, language, theme, width = 1280, height = 800, timeZone, prefers } = options;
  const entries = { ...stored, ...(language && { language }), ...(theme && { theme }) };
  const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }));
  return {
    baseURL: settings.baseUrl,
    viewport: { width, height },
    locale: 'en-IN',
    timezoneId: timeZone ?? 'Asia/Kolkata',
    colorScheme: prefers ?? 'light',
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: settings.baseUrl, localStorage }] },
  };
};

export const openVisitor = async (browser: Browser, options: VisitorOptions): Promise<Visitor> => {
  const context = await browser.newContext(contextOptions(options));
  const url = `${settings.baseUrl}/uploads/`;
  await context.addCookies((options.cookies ?? []).map((cookie) => ({ ...cookie, url })));
  context.setDefaultTimeout(STEP_MS);
  await context.addInitScript(reportPolicyViolations);
  const watch = new Watch(context);
  const page = await context.newPage();
  const language = options.language ?? 'en';
  return { context, page, watch, language, t: textsIn(language) };
};
