import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const icon = fileURLToPath(new URL('../src/components/ui/icon.ts', import.meta.url));

/**
 * lucide's icons are data, drawn by 1.5 kB of code for options that we do not use. The bundle
 * draws them with a few lines of our own instead.
 */
export const leanIcons = (): Plugin => ({
  name: 'lean-icons',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /createLucideIcon\.mjs$/ },
    handler: (_source, importer) => (importer?.includes('lucide-react') ? icon : null),
  },
});
