import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { errorTexts } from './web/build/error-texts.ts';

const PRERENDER = 'web/src/app/prerender.spec.tsx';

const withServers = (ending: string) =>
  ['services/*', 'gateway', 'infra/*'].map((folder) => `${folder}/test/**/*.${ending}`);

const node = (
  name: string,
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, ...test },
});

if (Number(process.versions.node.split('.')[0]) < 24)
  throw new Error('The tests need Node 24, which comes with the packages: npm test -- FILE');

/**
 * Kinds of tests: `unit` needs nothing, `web` a DOM, `service` and `faults` the real
 * servers. `faults` kill processes of their own, cut connections of their own or flood.
 */
export default defineConfig({
  plugins: [errorTexts()],
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('web/src', import.meta.url)),
      'virtual:routes': fileURLToPath(new URL('services/contracts/src/index.ts', import.meta.url)),
    },
  },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Files of a worker share its modules: contracts, schemas and Nest are evaluated once.
    isolate: false,
    unstubGlobals: true,
    // Long forms take minutes on a busy machine.
    testTimeout: process.env['NIGHTLY'] ? 600_000 : 30_000,
    hookTimeout: process.env['NIGHTLY'] ? 600_000 : 60_000,
    projects: [
      node('unit', {
        include: [
          'services/*/src/**/*.spec.ts',
          'gateway/src/**/*.spec.ts',
          'infra/*/{src,test}/**/*.spec.ts',
          // React's server leaves contexts behind, which a render in the same process would see.
          PRERENDER,
        ],
      }),
      node('service', {
        include: withServers('test.ts'),
        exclude: ['**/*.fault.test.ts'],
        globalSetup: 'services/chassis/src/testing/test-env.ts',
      }),
      node('faults', { include: withServers('fault.test.ts') }),
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
