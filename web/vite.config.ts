import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { fontPreload } from './build/font-preload.ts';
import { leanIcons } from './build/lean-libraries.ts';
import { sonnerStyle } from './build/sonner-style.ts';

const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    sonnerStyle(),
    leanIcons(),
    fontPreload(/source-sans-3-latin-wght/),
  ],
  resolve: {
    alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) },
    conditions: ['@ctdb/source', ...defaultClientConditions],
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.PORT ?? 5173),
    proxy: Object.fromEntries(
      ['/api', '/paypal', '/uploads', '/health'].map((path) => [path, { target: gateway }]),
    ),
  },
  preview: { host: '127.0.0.1' },
  build: {
    target: 'es2022',
    // A data: URL is not covered by `font-src 'self'` or `img-src 'self'`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Contracts only declare: what a page does not use of them stays out of its bundle.
      treeshake: {
        moduleSideEffects: [{ test: /services[\\/]contracts[\\/]src/, sideEffects: false }],
        manualPureFunctions: ['z'],
      },
      // What every page needs compresses better as one file, and stays cached when we change ours.
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack|i18next|react-i18next|clsx|class-variance-authority)[\\/]/,
            },
          ],
        },
      },
    },
  },
});
