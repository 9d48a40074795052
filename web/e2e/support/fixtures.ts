import {
  expect,
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type TestDetails,
} from '@playwright/test';
import { Api, signIn, type Session } from './api.ts';
import { settings } from './settings.ts';
import { languages, textsIn, type Language, type Texts } from './texts.ts';
import { Watch } from './watch.ts';

export { expect };

export type Theme = 'light' | 'dark';

interface Identity {
  /** Signed in with the session that all tests of a worker share; a journey must not end it. */
  as: 'admin' | undefined;
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
}

export interface Fixtures extends Identity {
  api: Api;
  t: Texts;
  watch: Watch;
  visitor: Visitor;
  /** Opens another browser context in the same language. */
  openVisitor: (
    options?: Partial<Identity> & Pick<BrowserContextOptions, 'timezoneId' | 'viewport'>,
  ) => Promise<Visitor>;
}

/** The administrator's session, renewed long before its token expires after 15 minutes. */
class SharedSession {
  #session: Promise<Session> | undefined;
  #signedInAt = 0;

  get(): Promise<Session> {
    const isFresh = performance.now() - this.#signedInAt < 8 * 60_000;
    return this.#session !== undefined && isFresh ? this.#session : this.renew();
  }

  /** Signs in again, for example after the session was ended. */
  renew(): Promise<Session> {
    this.#signedInAt = performance.now();
    return (this.#session = signIn());
  }
}

/** Makes `page` wait, when it opens a prerendered page, until React has taken it over. */
const waitForHydration = (page: Page): Page => {
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

const storageStateFor = async (
  { as, language, theme }: Partial<Identity>,
  session: SharedSession,
): Promise<StorageState> => {
  const entries: Record<string, string> = {
    ...(language === 'kn' && { language }),
    ...(theme && { theme }),
  };
  const cookies: StorageState['cookies'] = [];
  const addCookie = (cookie: Pick<StorageState['cookies'][number], 'name' | 'value' | 'path'>) =>
    cookies.push({
      ...cookie,
      domain: new URL(settings.baseUrl).hostname,
      expires: -1,
      httpOnly: false,
      secure: false,
      sameSite: 'Lax',
    });
  if (language === 'kn') addCookie({ name: 'language', value: language, path: '/' });
  if (as === 'admin') {
    const { token, imagesCookie } = await session.get();
    Object.assign(entries, { adminToken: token, isAdmin: 'true' });
    addCookie({ ...imagesCookie, path: '/uploads' });
  }
  const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }));
  return { cookies, origins: [{ origin: settings.baseUrl, localStorage }] };
};

export const test = base.extend<Fixtures, { session: SharedSession }>({
  as: [undefined, { option: true }],
  language: ['en', { option: true }],
  theme: [undefined, { option: true }],
  session: [async ({}, use) => use(new SharedSession()), { scope: 'worker' }],
  storageState: async ({ as, language, theme, session }, use) =>
    use(await storageStateFor({ as, language, theme }, session)),
  page: async ({ page }, use) => use(waitForHydration(page)),
  watch: [
    async ({ context }, use) => {
      const watch = await Watch.start(context);
      await use(watch);
      expect(watch.problems, 'problems behind the page').toEqual([]);
    },
    { auto: true },
  ],
  api: async ({ session }, use) => {
    const api = new Api((await session.get()).token);
    await use(api);
    await api.clear();
  },
  t: async ({ language }, use) => use(textsIn(language)),
  visitor: async ({ context, page, watch, language, t }, use) =>
    use({ context, page, watch, language, t }),
  openVisitor: async ({ browser, session, language: ownLanguage }, use) => {
    const visitors: Visitor[] = [];
    await use(async ({ as, language = ownLanguage, theme, ...options } = {}) => {
      const storageState = await storageStateFor({ as, language, theme }, session);
      const context = await browser.newContext({ ...options, storageState });
      const watch = await Watch.start(context);
      const page = waitForHydration(await context.newPage());
      const t = textsIn(language);
      const visitor = { context, page, watch, language, t };
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
type Body = (fixtures: PlaywrightTestArgs & Fixtures & { session: SharedSession }) => Promise<void>;

/**
 * Adds a test for a visitor with these options. What does not depend on the language runs in one of the two:
 * about half of the journeys in each.
 */
export const journey = (title: string, { tag = [], ...options }: Options, body: Body): void =>
  test.describe(() => {
    test.use(options);
    test(title, { tag }, body);
  });

/** Adds the test once for each language: for layouts and for texts in both scripts. */
export const inBothLanguages = (title: string, options: Options, body: Body): void => {
  for (const language of languages)
    journey(`${title} · ${language}`, { ...options, language }, body);
};
