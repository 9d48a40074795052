import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RuleTester } from 'oxlint/plugins-dev';
import { findBorder } from './borders.ts';

type Rule = Extract<Parameters<RuleTester['run']>[1], { createOnce: unknown }>;
type Report = Parameters<Parameters<Rule['createOnce']>[0]['report']>[0];
type Node = NonNullable<Extract<Report, { node?: unknown }>['node']>;

/** A node that may name a module. */
interface Name {
  value?: unknown;
  quasis?: { value: { cooked: string | null } }[];
}

const repository = fileURLToPath(new URL('../../..', import.meta.url));

const PROCESS_MODULES = '/^(node:)?(child_process|vm)$/';

/** Forbidden syntax, as selectors of ESLint, and the reason. */
const shellSyntax = {
  ':matches(Property[key.name="shell"], Property[key.value="shell"]):not([value.value=false])':
    'No shell: arguments are passed as a list.',
  'Literal[value=/^(.*\\x2f)?(ba|da|k|z)?sh$/]':
    'No shell: if one is needed, explain why and pass values as separate arguments.',
  [`ImportDeclaration[source.value=${PROCESS_MODULES}] > ImportNamespaceSpecifier`]:
    'Import spawn or execFile by name.',
  [`:matches(ImportExpression[source.value=${PROCESS_MODULES}], ExportAllDeclaration[source.value=${PROCESS_MODULES}], TSExternalModuleReference[expression.value=${PROCESS_MODULES}], CallExpression[arguments.0.value=${PROCESS_MODULES}])`]:
    'Import spawn or execFile by name, at the top.',
  'ImportExpression:not([source.type="Literal"])': 'Import a module by a literal name.',
};

/** Forbids shells, and imports that avoid `no-restricted-imports`. */
export const noShell: Rule = {
  createOnce: (context) =>
    Object.fromEntries(
      Object.entries(shellSyntax).map(([selector, message]) => [
        selector,
        (node: Node) => context.report({ node, message }),
      ]),
    ),
};

/** Applies the table in `borders.json` to all forms of imports. */
export const borders: Rule = {
  createOnce: (context) => {
    const check = (node: (Node & Name) | null | undefined) => {
      const specifier = node?.value ?? node?.quasis?.[0]?.value.cooked;
      if (!node || typeof specifier !== 'string') return;
      const file = relative(repository, context.filename).replaceAll(sep, '/');
      const message = findBorder(file, specifier);
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration: ({ source }) => check(source),
      ExportNamedDeclaration: ({ source }) => check(source),
      ExportAllDeclaration: ({ source }) => check(source),
      ImportExpression: ({ source }) => check(source),
      TSImportType: ({ source }) => check(source),
      TSExternalModuleReference: ({ expression }) => check(expression),
      CallExpression: ({ callee, arguments: [first] }) => {
        if (callee.type === 'Identifier' && callee.name === 'require') check(first);
      },
    };
  },
};

export default { meta: { name: 'ctdb' }, rules: { 'no-shell': noShell, borders } };
