import { Api } from './api.ts';
import type { SharedBrowser } from './chromium.ts';
import type { Stage, Test, TestOptions } from './collection.ts';
import { takePictures } from './pictures.ts';
import { TEST_MS } from './settings.ts';
import type { SharedSession } from './shared-session.ts';
import { openVisitor, type Visitor } from './visitor.ts';

/** What all tests share. */
export interface Common {
  browser: SharedBrowser;
  session: SharedSession;
}

const limited = async (work: Promise<void>, limitMs: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done in ${limitMs / 1_000} s`)), limitMs);
  });
  await Promise.race([work, limit]).finally(() => clearTimeout(timer));
};

/** Runs one test in a browser context of its own. Returns why it failed; undefined when it passed. */
export const runTest = async (
  test: Test,
  { browser, session }: Common,
): Promise<string | undefined> => {
  const { token, images } = await session.get();
  const api = new Api(token);
  const visitors: Visitor[] = [];
  const open = async ({ as, ...options }: TestOptions = {}): Promise<Visitor> => {
    const stored = as === 'admin' ? { adminToken: token, isAdmin: 'true' } : undefined;
    const cookies = as === 'admin' ? [images] : [];
    const visitor = await openVisitor(await browser.get(), { ...options, stored, cookies });
    visitors.push(visitor);
    return visitor;
  };

  const play = async (): Promise<void> => {
    const first = await open(test.options);
    const { language } = first;
    const stage: Stage = { ...first, api, another: (options) => open({ language, ...options }) };
    await test.body(stage);
    const problems = visitors.flatMap(({ watch }) => watch.problems);
    if (problems.length > 0) throw new Error(`behind the scenes:\n${problems.join('\n')}`);
  };

  try {
    const work = play();
    // After the time limit nobody waits for it any more; it then fails unheard.
    work.catch(() => undefined);
    await limited(work, TEST_MS * (test.options.times ?? 1));
    return undefined;
  } catch (error) {
    await takePictures(test.name, visitors);
    const problems = visitors.flatMap(({ watch }) => watch.problems);
    const reason = error instanceof Error ? error.message : String(error);
    return reason.startsWith('behind') ? reason : [reason, ...problems].join('\n');
  } finally {
    await Promise.all(visitors.map(({ context }) => context.close().catch(() => undefined)));
    await api.clear();
  }
};
