import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

const general = ['common', 'errors'];
const marker = '<!-- early.js -->';
const early = fileURLToPath(new URL('../src/early.js', import.meta.url));

const chunkFor = (chunks: Rolldown.OutputChunk[], source: string): string => {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source));
  if (!chunk) throw new Error(`${source} is in no file of its own`);
  return `/${chunk.fileName}`;
};

/**
 * Builds the script that runs before the first paint. Its name carries a hash as the names of all
 * other scripts do, so that a page always gets the one of its own release. It is told where each
 * language's general texts are, so that the browser fetches them beside the program and not after
 * it; only one language is fetched.
 */
export const earlyScript = (languages: readonly string[]): Plugin => ({
  name: 'early-script',
  buildStart() {
    // The development server writes it into the page instead.
    if (this.environment.mode === 'build')
      this.emitFile({ type: 'chunk', id: early, name: 'early' });
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (!html.includes(marker)) throw new Error(`index.html has no ${marker}`);
      const put = (script: string): string => html.replace(marker, () => script);
      if (!bundle) return put(`<script>${readFileSync(early, 'utf8')}</script>`);
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const data = languages.map((language) => {
        const files = general.map((name) => chunkFor(chunks, `/locales/${language}/${name}.json`));
        return ` data-${language}="${files.join(' ')}"`;
      });
      return put(`<script src="${chunkFor(chunks, early)}"${data.join('')}></script>`);
    },
  },
});
