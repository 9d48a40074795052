import type { Plugin, Rolldown } from 'vite';

const general = ['common', 'errors'];
const tag = '<script src="/early.js"></script>';

/**
 * Tells `early.js` where each language's general texts are, so that the browser fetches them
 * beside the program and not after it. Only one language is fetched.
 */
export const earlyTexts = (languages: readonly string[]): Plugin => ({
  name: 'early-texts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter(
        (file): file is Rolldown.OutputChunk => file.type === 'chunk',
      );
      const fileOf = (language: string, name: string): string => {
        const source = `/locales/${language}/${name}.json`;
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source));
        if (!chunk) throw new Error(`${source} is in no file of its own`);
        return `/${chunk.fileName}`;
      };
      if (!html.includes(tag)) throw new Error(`index.html has no ${tag}`);
      const data = languages.map(
        (language) =>
          ` data-${language}="${general.map((name) => fileOf(language, name)).join(' ')}"`,
      );
      return html.replace(tag, `<script src="/early.js"${data.join('')}></script>`);
    },
  },
});
