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
    '^@ctdb/chassis$': '<rootDir>/services/chassis/src/index.ts',
    '^@ctdb/chassis/testing$': '<rootDir>/services/chassis/src/testing/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  modulePathIgnorePatterns: ['/dist/'],
  transform: { '^.+\\.ts$': swc(false), '^.+\\.tsx$': swc(true) },
};

/** Three kinds of tests: `unit` needs nothing, `service` the real servers, `web` a DOM. */
export default {
  // Two cores share these tests with real servers: the usual five seconds say more of them than of us.
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
      setupFilesAfterEnv: ['<rootDir>/jest.service-setup.mjs'],
      testMatch: [
        '<rootDir>/services/*/test/**/*.test.ts',
        '<rootDir>/gateway/test/**/*.test.ts',
        '<rootDir>/infra/*/test/**/*.test.ts',
      ],
    },
    {
      ...common,
      displayName: 'web',
      testEnvironment: '<rootDir>/web/src/testing/environment.mjs',
      testMatch: ['<rootDir>/web/src/**/*.spec.tsx'],
      moduleNameMapper: {
        '^@/(.*)$': '<rootDir>/web/src/$1',
        ...common.moduleNameMapper,
      },
    },
  ],
};
