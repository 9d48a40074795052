const swc = (jsx) => [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', decorators: true, tsx: jsx },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        ...(jsx ? { react: { runtime: 'automatic' } } : {}),
      },
      target: 'es2024',
      experimental: { keepImportAttributes: true },
    },
    module: { type: 'es6' },
  },
];

const common = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '^@ctdb/contracts$': '<rootDir>/services/contracts/src/index.ts',
    '^@ctdb/contracts/texts$': '<rootDir>/services/contracts/src/texts/index.ts',
    '^@ctdb/contracts/texts/(.*)\\.json$': '<rootDir>/services/contracts/src/texts/$1.json',
    '^@ctdb/chassis$': '<rootDir>/services/chassis/src/index.ts',
    '^@ctdb/chassis/jobs$': '<rootDir>/services/chassis/src/jobs/index.ts',
    '^@ctdb/chassis/mail$': '<rootDir>/services/chassis/src/mail/index.ts',
    '^@ctdb/chassis/storage$': '<rootDir>/services/chassis/src/storage/index.ts',
    '^@ctdb/chassis/testing$': '<rootDir>/services/chassis/src/testing/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['/dist/'],
  transform: { '^.+\\.ts$': swc(false), '^.+\\.tsx$': swc(true) },
};

const withServers = (ending) =>
  ['services/*', 'gateway', 'infra/*'].map((folder) => `<rootDir>/${folder}/test/**/*.${ending}`);

/**
 * Five kinds of tests: `unit` needs nothing, `web` a DOM, `service` and `faults` the real servers, `cluster` the API
 * server that `npm run test:k8s` names. `faults` kill
 * processes of their own, cut connections of their own or flood: they run after the others.
 */
export default {
  // Two cores share these tests with real servers, which Jest's default of 5 s does not allow for.
  testTimeout: 30_000,
  projects: [
    {
      ...common,
      displayName: 'unit',
      testEnvironment: 'node',
      testMatch: [
        '<rootDir>/services/*/src/**/*.spec.ts',
        '<rootDir>/gateway/src/**/*.spec.ts',
        '<rootDir>/infra/*/src/**/*.spec.ts',
        '<rootDir>/web/src/**/*.spec.ts',
      ],
    },
    {
      ...common,
      displayName: 'service',
      testEnvironment: 'node',
      testMatch: withServers('test.ts'),
      testPathIgnorePatterns: ['\\.(fault|cluster)\\.test\\.ts$'],
    },
    {
      ...common,
      displayName: 'faults',
      testEnvironment: 'node',
      testMatch: withServers('fault.test.ts'),
    },
    {
      ...common,
      displayName: 'cluster',
      testEnvironment: 'node',
      testMatch: withServers('cluster.test.ts'),
    },
    {
      ...common,
      displayName: 'web',
      testEnvironment: '<rootDir>/web/src/testing/environment.mjs',
      testMatch: ['<rootDir>/web/src/**/*.spec.tsx'],
      moduleNameMapper: {
        '^@/(.*)$': '<rootDir>/web/src/$1',
        '^virtual:routes$': '<rootDir>/services/contracts/src/index.ts',
        ...common.moduleNameMapper,
      },
    },
  ],
};
