import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bundleSizeLimit } from './build/budget.ts';
import { bootScript } from './build/boot-script.ts';
import { errorTexts } from './build/error-texts.ts';
import { fontPreload } from './build/font-preload.ts';
import { prerender } from './build/prerender.ts';
import { routesTable } from './build/routes-table.ts';
import { siteManifest } from './build/site-manifest.ts';

const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080';

/** Of the pages as of their prerendered form. */
const resolve = {
  alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) },
};

/** What a build of the product makes beyond its pages. */
const ofProduct = [
  fontPreload(/(source-sans-3-latin|noto-sans-kannada-kannada)-wght/),
  bundleSizeLimit({
    limit: 170_000,
    pages: ['landing/landing', 'checkout/checkout', 'registry/registry'],
  }),
  prerender({
    root: fileURLToPath(new URL('.', import.meta.url)),
    plugins: [react(), routesTable(), errorTexts()],
    resolve,
  }),
  siteManifest(),
];

// The mode `parts` builds the page of parts for the browser tests, and nothing else.
export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    tailwindcss(),
    routesTable(),
    errorTexts(),
    bootScript(),
    ...(mode === 'parts' ? [] : ofProduct),
  ],
  resolve,
  server: {
    host: '127.0.0.1',
    port: Number(process.env.PORT ?? 5173),
    proxy: Object.fromEntries(
      ['/api', '/paypal', '/razorpay', '/uploads', '/health'].map((path) => [
        path,
        { target: gateway },
      ]),
    ),
  },
  preview: { host: '127.0.0.1' },
  build: {
    target: 'es2022',
    // A data: URL is not covered by `font-src 'self'` or `img-src 'self'`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    ...(mode === 'parts' && {
      outDir: 'e2e/output/parts',
      rolldownOptions: { input: 'e2e/parts/index.html' },
    }),
  },
}));
