import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { budget } from './build/budget.ts';
import { earlyScript } from './build/early-script.ts';
import { fontPreload } from './build/font-preload.ts';
import { leanIcons, leanRouter } from './build/lean-libraries.ts';
import { routesTable } from './build/routes-table.ts';
import { sonnerStyle } from './build/sonner-style.ts';

const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    routesTable(),
    sonnerStyle(),
    leanIcons(),
    leanRouter(),
    fontPreload(/source-sans-3-latin-wght/),
    earlyScript(['en', 'kn']),
    budget({
      limit: 170_000,
      screens: {
        '/landing/routes/landing-page.tsx': ['landing'],
        '/registry/routes/registry-page.tsx': ['registry', 'vocabulary'],
      },
    }),
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
    modulePreload: {
      polyfill: false,
      // The lists of what each file needs stand in the first view: only the two first views keep
      // theirs. What is opened later finds its own imports, one way to the server later.
      resolveDependencies: (file, needed) =>
        /\/(landing|registry)-page-/.test(file) ? needed : [],
    },
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
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack(?!.*[iI]nfiniteQuery(?!Behavior))|i18next|clsx)[\\/]/,
            },
            // What every screen of the database shows, in one file instead of fifteen small ones.
            {
              name: 'screens',
              test: /src[\\/](components[\\/](layout[\\/](page|access-notice)|ui[\\/](category-badge|confirm-dialog|control-style|empty-state|error-state|input|notice|once-open|pagination|select|skeleton|tabs|tabs-context|visually-hidden))|i18n[\\/]use-(error-words|vocabulary)|lib[\\/]dates)\.tsx?$/,
            },
            // Likewise what the registry and its forms ask the server for.
            {
              name: 'diseases',
              test: /src[\\/]features[\\/]registry[\\/]api[\\/](change-disease|diseases|keys|treatment)\.ts$/,
            },
          ],
        },
      },
    },
  },
});
