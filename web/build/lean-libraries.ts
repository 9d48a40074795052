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

const component = /= (React\d*\.(?:forwardRef|createContext|memo)\()/g;
const name = /^\w+\.displayName = "\w+";$/gm;

const development = fileURLToPath(import.meta.resolve('react-router'));

/**
 * react-router's package answers with its development build, warnings included, to everybody; the
 * production build lies beside it. Also, it makes its components at import time in a way that
 * keeps the bundler from leaving out those that nobody uses (forms, scroll restoration, data
 * loading): marks say that it can, and their names for developers go. 2.5 kB less in every page.
 */
export const leanRouter = (): Plugin => ({
  name: 'lean-router',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^react-router$/ },
    handler: () => development.replace('development', 'production'),
  },
  transform: {
    filter: { id: /react-router[\\/]dist[\\/].*\.mjs$/ },
    handler: (code) => ({
      code: code.replace(component, '= /* @__PURE__ */ $1').replace(name, ''),
      map: null,
    }),
  },
});
