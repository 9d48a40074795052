import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from './settings.ts';
import type { Visitor } from './visitor.ts';

const BEGINNING = 'failed ';

/** Removes the pictures of an earlier run; those of `shots.ts` stay. */
export const clearPictures = (): void => {
  mkdirSync(settings.output, { recursive: true });
  for (const name of readdirSync(settings.output))
    if (name.startsWith(BEGINNING)) rmSync(join(settings.output, name));
};

/** Keeps what the pages of a failed test look like, named after the test. */
export const takePictures = async (test: string, visitors: readonly Visitor[]): Promise<void> => {
  const name = test.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
  const pages = visitors.flatMap(({ context }) => context.pages());
  for (const [at, page] of pages.entries()) {
    const path = join(settings.output, `${BEGINNING}${name}${at ? ` ${at + 1}` : ''}.png`);
    await page.screenshot({ path, timeout: 5_000 }).catch(() => undefined);
  }
};
