import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const marker = '<!-- boot.js -->';
const boot = fileURLToPath(new URL('../src/boot.js', import.meta.url));

/**
 * Builds the script that runs before the first paint. Its name carries a hash, so that a page
 * always gets the script of its own release.
 */
export const bootScript = (): Plugin => ({
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
      const chunk = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.facadeModuleId === boot,
      );
      if (!chunk) throw new Error('boot.js is in no file of its own');
      return put(`<script src="/${chunk.fileName}"></script>`);
    },
  },
});
