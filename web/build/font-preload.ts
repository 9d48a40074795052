import type { HtmlTagDescriptor, Plugin } from 'vite';

/** Preloads the fonts of every page, so that the browser does not wait for the style sheet. */
export const fontPreload = (names: RegExp): Plugin => ({
  name: 'font-preload',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const fonts = Object.keys(bundle ?? {}).filter((file) => names.test(file));
      return fonts.map((file): HtmlTagDescriptor => ({
        tag: 'link',
        attrs: {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          href: `/${file}`,
          crossorigin: '',
        },
        injectTo: 'head',
      }));
    },
  },
});
