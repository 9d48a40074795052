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

const PROCESSES = '/^(node:)?(child_process|vm)$/';

/** Ways to a shell, and ways around the rule that names what may be imported. */
const shells = [
  {
    selector:
      ':matches(Property[key.name="shell"], Property[key.value="shell"]):not([value.value=false])',
    message: 'No shell: arguments are passed as a list.',
  },
  {
    selector: 'Literal[value=/^(.*\\x2f)?(ba|da|k|z)?sh$/]',
    message:
      'No shell: where one is needed, say why, and hand it values as arguments of their own.',
  },
  {
    selector: `ImportDeclaration[source.value=${PROCESSES}] > ImportNamespaceSpecifier`,
    message: 'Import spawn or execFile by name.',
  },
  {
    selector: `:matches(ImportExpression[source.value=${PROCESSES}], ExportAllDeclaration[source.value=${PROCESSES}], TSExternalModuleReference[expression.value=${PROCESSES}], CallExpression[arguments.0.value=${PROCESSES}])`,
    message: 'Import spawn or execFile by name, at the top.',
  },
  {
    selector: 'ImportExpression:not([source.type="Literal"])',
    message: 'What is imported is named.',
  },
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
      '@typescript-eslint/no-implied-eval': 'error',
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
    files: ['**/*.{ts,tsx,mjs}'],
    rules: { 'no-eval': 'error', 'no-new-func': 'error' },
  },
  {
    // What a person typed must find no shell: programs are run with lists of arguments.
    // Paths and headers are not proved here: lint sees how a text is used, not who wrote it. There,
    // Node refuses a header's value with a line break or a control character, names of files are
    // ids and hashes of our own, and tests send the list of hostile names through both.
    files: ['services/**/*.{ts,mjs}', 'gateway/**/*.{ts,mjs}', 'infra/**/*.{ts,mjs}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            ...['child_process', 'node:child_process'].map((name) => ({
              name,
              importNames: ['default', 'exec', 'execSync'],
              message: 'Use spawn or execFile without a shell.',
            })),
            ...['vm', 'node:vm'].map((name) => ({ name, message: 'No text is run as a program.' })),
          ],
        },
      ],
      'no-restricted-syntax': ['error', ...shells],
    },
  },
  { files: ['infra/**/*.{ts,mjs}', 'web/e2e/**/*.ts'], rules: { 'no-console': 'off' } },
  { files: ['web/src/**/*.{ts,tsx}'], ...reactHooks.configs.flat['recommended-latest'] },
  prettier,
);
