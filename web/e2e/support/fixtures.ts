import {
  expect,
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type TestDetails,
} from '@playwright/test';
import { Api } from './api.ts';
import { buyPass, cookieOf, imagesCookieOf, type Pass, sharedSession } from './sessions.ts';
import { settings } from './settings.ts';
import { textsIn, type Language, type Texts } from './texts.ts';
import { languagesOf, type Theme } from './variants.ts';
import { Watch } from './watch.ts';

export { expect };

interface Identity {
  /** The administrator, with the session that all tests share, or the holder of a new pass. */
  as: 'admin' | 'pass' | undefined;
  /** English is what a first visit gets. */
  language: Language;
  theme: Theme | undefined;
}

/** A browser context with one page. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  watch: Watch;
  language: Language;
  /** The product's texts in the visitor's language. */
  t: Texts;
  /** What the holder of a pass has bought. */
  pass: Pass | undefined;
}

/** What the holder of a pass has bought. */
export const passOf = ({ pass }: Pick<Visitor, 'pass'>): Pass => {
  if (!pass) throw new Error('this visitor has bought no pass');
  return pass;
};

export interface Fixtures extends Identity {
  api: Api;
  t: Texts;
  watch: Watch;
  pass: Pass | undefined;
  visitor: Visitor;
  /** Opens another browser context in the same language. */
  openVisitor: (options?: VisitorOptions) => Promise<Visitor>;
}

/** Makes `page` wait, when it opens a prerendered page, until React has taken it over. */
export const waitForHydration = (page: Page): Page => {
  const { goto, reload } = page;
  const hydrated = () =>
    page.waitForFunction(() => {
      const main = document.querySelector('#root main');
      return !main || Object.keys(main).some((key) => key.startsWith('__reactProps'));
    });
  page.goto = async (...parameters) => {
    const response = await goto.apply(page, parameters);
    await hydrated();
    return response;
  };
  page.reload = async (...parameters) => {
    const response = await reload.apply(page, parameters);
    await hydrated();
    return response;
  };
  return page;
};

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** What a browser stores for a visitor. */
export const storageStateOf = (
  { as, language, theme }: Partial<Identity>,
  pass?: Pass,
): StorageState => {
  const entries: Record<string, string> = {
    ...(language === 'kn' && { language }),
    ...(theme && { theme }),
  };
  const cookies: StorageState['cookies'] = [];
  if (language === 'kn') cookies.push(cookieOf('language', language));
  if (pass) cookies.push(cookieOf('pass', pass.token));
  if (as === 'admin') {
    const session = sharedSession();
    Object.assign(entries, { adminToken: session.token, isAdmin: 'true' });
    cookies.push(imagesCookieOf(session));
  }
  const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }));
  return { cookies, origins: [{ origin: settings.baseUrl, localStorage }] };
};

const passFor = (as: Identity['as']): Promise<Pass | undefined> =>
  as === 'pass' ? buyPass() : Promise.resolve(undefined);

type VisitorOptions = Partial<Identity> & Pick<BrowserContextOptions, 'timezoneId' | 'viewport'>;

/** Opens a browser context with a page. The caller closes it. */
export const newVisitor = async (
  browser: Browser,
  { as, language = 'en', theme, ...options }: VisitorOptions,
): Promise<Visitor> => {
  const pass = await passFor(as);
  const storageState = storageStateOf({ as, language, theme }, pass);
  const context = await browser.newContext({ ...options, storageState });
  const watch = await Watch.start(context);
  const page = waitForHydration(await context.newPage());
  return { context, page, watch, language, t: textsIn(language), pass };
};

export const test = base.extend<Fixtures>({
  as: [undefined, { option: true }],
  language: ['en', { option: true }],
  theme: [undefined, { option: true }],
  pass: async ({ as }, use) => use(await passFor(as)),
  storageState: async ({ as, language, theme, pass }, use) =>
    use(storageStateOf({ as, language, theme }, pass)),
  page: async ({ page }, use) => use(waitForHydration(page)),
  watch: [
    async ({ context }, use) => {
      const watch = await Watch.start(context);
      await use(watch);
      expect(watch.problems, 'problems behind the page').toEqual([]);
    },
    { auto: true },
  ],
  api: async ({}, use) => {
    const api = new Api(sharedSession().token);
    await use(api);
    await api.clear();
  },
  t: async ({ language }, use) => use(textsIn(language)),
  visitor: async ({ context, page, watch, language, t, pass }, use) =>
    use({ context, page, watch, language, t, pass }),
  openVisitor: async ({ browser, language: ownLanguage }, use) => {
    const visitors: Visitor[] = [];
    await use(async (options) => {
      const visitor = await newVisitor(browser, { language: ownLanguage, ...options });
      visitors.push(visitor);
      return visitor;
    });
    for (const { context } of visitors) await context.close();
    const problems = visitors.flatMap(({ watch }) => watch.problems);
    expect(problems, 'problems behind the pages of other visitors').toEqual([]);
  },
});

type Options = Partial<Identity> &
  Pick<Partial<PlaywrightTestOptions>, 'colorScheme' | 'timezoneId' | 'viewport'> &
  Pick<TestDetails, 'tag'>;
type Body = (fixtures: PlaywrightTestArgs & Fixtures) => Promise<void>;

/**
 * Adds a test for a visitor with these options. Without a language it runs in one that its title chooses, and
 * at night in both.
 */
export const journey = (title: string, { tag = [], ...options }: Options, body: Body): void => {
  const chosen = options.language === undefined ? languagesOf(title) : [options.language];
  for (const language of chosen)
    test.describe(() => {
      test.use({ ...options, language });
      test(`${title} · ${language}`, { tag }, body);
    });
};
