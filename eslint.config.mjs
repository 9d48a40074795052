import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const scopeTags = (...tags) => tags.map((tag) => `scope:${tag}`);

/** Imports point one way: web → contracts; gateway and services → contracts, chassis; chassis → contracts. */
const boundaries = [
  { sourceTag: 'scope:contracts', onlyDependOnLibsWithTags: scopeTags('contracts') },
  { sourceTag: 'scope:chassis', onlyDependOnLibsWithTags: scopeTags('contracts', 'chassis') },
  { sourceTag: 'scope:service', onlyDependOnLibsWithTags: scopeTags('contracts', 'chassis') },
  { sourceTag: 'scope:gateway', onlyDependOnLibsWithTags: scopeTags('contracts', 'chassis') },
  { sourceTag: 'scope:web', onlyDependOnLibsWithTags: scopeTags('contracts') },
  {
    sourceTag: 'scope:infra',
    onlyDependOnLibsWithTags: scopeTags('contracts', 'chassis', 'infra'),
  },
];

/** Folders of the chassis: each imports only those before it. */
const chassisFolders =
  'config context logging health storage data bus jobs mail process testing'.split(' ');
const folderBoundaries = chassisFolders.slice(0, -1).map((folder, index) => ({
  files: [`services/chassis/src/${folder}/**/*.ts`],
  ignores: ['**/*.spec.ts'],
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^\\.\\./(${chassisFolders.slice(index + 1).join('|')})/`,
            message: 'Imports point one way; see chassisFolders in eslint.config.mjs.',
          },
        ],
      },
    ],
  },
}));

/** Nx does not resolve packages without `exports`, so these have a rule of their own. */
const applicationImports = {
  regex: '^@ctdb/(gateway|catalog|billing|media|ops|web)(/|$)',
  message: 'A service, the gateway and the web application are not imported.',
};

const PROCESS_MODULES = '/^(node:)?(child_process|vm)$/';

/** Forbids shells, and imports that avoid `no-restricted-imports`. */
const shellRules = [
  {
    selector:
      ':matches(Property[key.name="shell"], Property[key.value="shell"]):not([value.value=false])',
    message: 'No shell: arguments are passed as a list.',
  },
  {
    selector: 'Literal[value=/^(.*\\x2f)?(ba|da|k|z)?sh$/]',
    message: 'No shell: if one is needed, explain why and pass values as separate arguments.',
  },
  {
    selector: `ImportDeclaration[source.value=${PROCESS_MODULES}] > ImportNamespaceSpecifier`,
    message: 'Import spawn or execFile by name.',
  },
  {
    selector: `:matches(ImportExpression[source.value=${PROCESS_MODULES}], ExportAllDeclaration[source.value=${PROCESS_MODULES}], TSExternalModuleReference[expression.value=${PROCESS_MODULES}], CallExpression[arguments.0.value=${PROCESS_MODULES}])`,
    message: 'Import spawn or execFile by name, at the top.',
  },
  {
    selector: 'ImportExpression:not([source.type="Literal"])',
    message: 'Import a module by a literal name.',
  },
];

/** Rules that need no types; those that do are in `.oxlintrc.json`. Module borders read the project graph of Nx. */
export default tseslint.config(
  { ignores: ['**/dist', '**/.data', '.nx', '**/output'] },
  ...tseslint.configs.strict,
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
    rules: {
      'no-eval': 'error',
      'no-new-func': 'error',
      'no-restricted-imports': ['error', { patterns: [applicationImports] }],
    },
  },
  {
    // User input must never reach a shell: programs get their arguments as a list. Lint cannot prove the same for
    // paths and headers: file names are ids and hashes, Node refuses line breaks in headers, and tests send
    // hostile names through both.
    files: ['services/**/*.{ts,mjs}', 'gateway/**/*.{ts,mjs}', 'infra/**/*.{ts,mjs}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [applicationImports],
          paths: [
            ...['child_process', 'node:child_process'].map((name) => ({
              name,
              importNames: ['default', 'exec', 'execSync'],
              message: 'Use spawn or execFile without a shell.',
            })),
            ...['vm', 'node:vm'].map((name) => ({
              name,
              message: 'Do not run text as a program.',
            })),
          ],
        },
      ],
      'no-restricted-syntax': ['error', ...shellRules],
    },
  },
  ...folderBoundaries,
  { files: ['infra/**/*.{ts,mjs}', 'web/e2e/**/*.ts'], rules: { 'no-console': 'off' } },
  { files: ['web/src/**/*.{ts,tsx}'], ...reactHooks.configs.flat['recommended-latest'] },
  prettier,
);
