import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const file = fileURLToPath(new URL('../../services/contracts/src/errors.json', import.meta.url));

type Errors = Record<string, { text: Record<'en' | 'kn', string> }>;

/**
 * Makes `virtual:errors/<language>/errors.json`: of the errors of the contracts the texts in one
 * language. The other language, titles and statuses would double the texts of the first view.
 */
export const errorTexts = (): Plugin => ({
  name: 'error-texts',
  resolveId: {
    filter: { id: /^virtual:errors\// },
    handler: (id) => `\0${id}`,
  },
  load: {
    filter: { id: /^\0virtual:errors\// },
    handler(id) {
      this.addWatchFile(file);
      const language = id.includes('/en/') ? 'en' : 'kn';
      const errors = JSON.parse(readFileSync(file, 'utf8')) as Errors;
      const texts = Object.entries(errors).map(([name, { text }]) => [name, text[language]]);
      return JSON.stringify(Object.fromEntries(texts));
    },
  },
});
