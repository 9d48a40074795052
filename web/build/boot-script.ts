import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

const sharedNamespaces = ['common', 'errors'];
const marker = '<!-- boot.js -->';
const boot = fileURLToPath(new URL('../src/boot.js', import.meta.url));

const chunkFor = (chunks: Rolldown.OutputChunk[], source: string): string => {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source));
  if (!chunk) throw new Error(`${source} is in no file of its own`);
  return `/${chunk.fileName}`;
};

/**
 * Builds the script that runs before the first paint. Its name carries a hash, so that a page
 * always gets the script of its own release. The script gets the file names of each language's
 * shared texts, so that the browser fetches one language beside the program and not after it.
 */
export const bootScript = (languages: readonly string[]): Plugin => ({
  name: 'boot-script',
  buildStart() {
    // The development server writes it into the page instead.
    if (this.environment.mode === 'build') this.emitFile({ type: 'chunk', id: boot, name: 'boot' });
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (!html.includes(marker)) throw new Error(`index.html has no ${marker}`);
      const put = (script: string): string => html.replace(marker, () => script);
      if (!bundle) return put(`<script>${readFileSync(boot, 'utf8')}</script>`);
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const data = languages.map((language) => {
        const files = sharedNamespaces.map((name) => chunkFor(chunks, `/${language}/${name}.json`));
        return ` data-${language}="${files.join(' ')}"`;
      });
      return put(`<script src="${chunkFor(chunks, boot)}"${data.join('')}></script>`);
    },
  },
});
