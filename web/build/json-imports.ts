import type { Plugin } from 'vite';

const attribute = /, \{ with: \{ type: 'json' \} \}/g;

/**
 * Node, and with it the tests, wants JSON imports marked as such. Vite's development server makes
 * a script of each JSON file, but only where the import has no mark.
 */
export const jsonImports = (): Plugin => ({
  name: 'json-imports',
  apply: 'serve',
  enforce: 'pre',
  transform: {
    filter: { id: /src[\\/]i18n[\\/](late-)?namespaces\.ts$/ },
    handler: (code) => ({ code: code.replace(attribute, ''), map: null }),
  },
});
