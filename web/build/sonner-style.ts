import type { Plugin } from 'vite';

const injected = /__insertCSS\("(?:[^"\\]|\\.)*"\);?/;

/**
 * sonner writes its styles into a `<style>` element at run time, which our content security
 * policy refuses (`style-src 'self'`). The same styles are imported as a file instead
 * (`sonner/dist/styles.css`), and the call is cut out here.
 */
export const sonnerStyle = (): Plugin => ({
  name: 'sonner-style',
  transform: {
    filter: { id: /[\\/]sonner[\\/]dist[\\/]index\.mjs/ },
    handler(code) {
      if (!injected.test(code)) this.error('sonner no longer injects its styles: drop this plugin');
      return { code: code.replace(injected, ''), map: null };
    },
  },
});
