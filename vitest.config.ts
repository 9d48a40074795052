import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';

const PRERENDER = 'web/src/app/prerender.spec.tsx';

const withServers = (ending: string) =>
  ['services/*', 'gateway', 'infra/*'].map((folder) => `${folder}/test/**/*.${ending}`);

const node = (
  name: string,
  include: string[],
  exclude: string[] = [],
): TestProjectConfiguration => ({
  extends: true,
  test: { name, include, exclude: ['**/node_modules', '**/dist', ...exclude] },
});

/**
 * Kinds of tests: `unit` needs nothing, `web` a DOM, `service` and `faults` the real servers, `cluster` the API
 * server that `npm run test:k8s` names. `faults` kill processes of their own, cut connections of their own or flood:
 * they run after the others.
 */
export default defineConfig({
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('web/src', import.meta.url)),
      'virtual:routes': fileURLToPath(new URL('services/contracts/src/index.ts', import.meta.url)),
    },
    conditions: ['@ctdb/source'],
  },
  ssr: { resolve: { conditions: ['@ctdb/source', 'node'] } },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Files of a worker share its modules: contracts, schemas and Nest are evaluated once.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      node('unit', [
        'services/*/src/**/*.spec.ts',
        'gateway/src/**/*.spec.ts',
        'infra/*/src/**/*.spec.ts',
        // React's server leaves contexts behind, which a render in the same process would see.
        PRERENDER,
      ]),
      node('service', withServers('test.ts'), ['**/*.{fault,cluster}.test.ts']),
      node('faults', withServers('fault.test.ts')),
      node('cluster', withServers('cluster.test.ts')),
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/src/**/*.spec.{ts,tsx}'],
          exclude: [PRERENDER],
          setupFiles: ['web/src/testing/setup.ts'],
        },
      },
    ],
  },
});
