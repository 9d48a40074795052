import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const only = (...tags) => tags.map((tag) => `scope:${tag}`);

/** Imports point one way: web → contracts; gateway and services → contracts, chassis; chassis → contracts. */
const boundaries = [
  { sourceTag: 'scope:contracts', onlyDependOnLibsWithTags: only('contracts') },
  { sourceTag: 'scope:chassis', onlyDependOnLibsWithTags: only('contracts', 'chassis') },
  { sourceTag: 'scope:service', onlyDependOnLibsWithTags: only('contracts', 'chassis') },
  { sourceTag: 'scope:gateway', onlyDependOnLibsWithTags: only('contracts', 'chassis') },
  { sourceTag: 'scope:web', onlyDependOnLibsWithTags: only('contracts') },
  { sourceTag: 'scope:infra', onlyDependOnLibsWithTags: only('contracts', 'chassis') },
];

export default tseslint.config(
  { ignores: ['**/dist', '**/.data', '.nx', '**/output'] },
  ...tseslint.configs.strict,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: true }],
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    plugins: { '@nx': nx },
    rules: {
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@nx/enforce-module-boundaries': [
        'error',
        { enforceBuildableLibDependency: true, depConstraints: boundaries, allow: [] },
      ],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  {
    // What a person typed must find no shell: programs are run with lists of arguments.
    files: ['services/**/*.{ts,mjs}', 'gateway/**/*.{ts,mjs}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: ['child_process', 'node:child_process'].map((name) => ({
            name,
            importNames: ['default', 'exec', 'execSync'],
            message: 'Use spawn or execFile without a shell.',
          })),
        },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'Property[key.name="shell"]:not([value.value=false])',
          message: 'No shell: arguments are passed as a list.',
        },
        {
          selector:
            'ImportDeclaration[source.value=/^(node:)?child_process$/] > ImportNamespaceSpecifier',
          message: 'Import spawn or execFile by name.',
        },
      ],
    },
  },
  { files: ['infra/**/*.{ts,mjs}', 'web/e2e/**/*.ts'], rules: { 'no-console': 'off' } },
  { files: ['web/src/**/*.{ts,tsx}'], ...reactHooks.configs.flat['recommended-latest'] },
  prettier,
);
