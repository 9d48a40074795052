import { crc32 } from 'node:zlib';
import { isNightly } from './settings.ts';
import { languages, type Language } from './texts.ts';

export type Theme = 'light' | 'dark';

const themes: readonly Theme[] = ['light', 'dark'];
const widths = [360, 768, 1440, 1920];
const views = themes.flatMap((theme) => widths.map((width) => ({ theme, width })));

const choose = <T>(list: readonly T[], name: string): readonly T[] => {
  const chosen = list[crc32(name) % list.length];
  return isNightly || chosen === undefined ? list : [chosen];
};

/** The languages in which a test runs: one by its name, and both at night. */
export const languagesOf = (name: string): readonly Language[] => choose(languages, name);

/** The themes and widths in which a screen is shown: one by its name, and all at night. */
export const viewsOf = (name: string) => choose(views, `${name} as seen`);
