import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, it } from 'vitest';

// Borders that lint cannot tell; .oxlintrc.json has the others.
const root = join(import.meta.dirname, '../');

interface Import {
  file: string;
  source: string;
  typeOnly: boolean;
}

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(sep).join('/'))
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));

const importing = /(import|export)\s+(type\s)?([^'";]*?)\s*from\s*'([^']+)'|import\('([^']+)'\)/g;

const imports = files.flatMap((file): Import[] =>
  [...readFileSync(root + file, 'utf8').matchAll(importing)].map((match) => {
    const named = match[3]?.match(/^\{([\s\S]*)\}$/)?.[1];
    const allTypes =
      named !== undefined &&
      named.split(',').every((name) => !name.trim() || name.trim().startsWith('type '));
    return {
      file,
      source: match[4] ?? match[5] ?? '',
      typeOnly: Boolean(match[2]) || allTypes,
    };
  }),
);

const isTest = ({ file }: Import) => file.startsWith('testing/') || /\.spec\.tsx?$/.test(file);
const featureOf = (path: string): string | undefined =>
  /^(?:@\/)?features\/([^/]+)/.exec(path)?.[1];
const show = ({ file, source }: Import) => `${file} → ${source}`;
const product = imports.filter((one) => !isTest(one));

const expectNone = (isWrong: (one: Import) => unknown) =>
  expect(product.filter(isWrong).map(show)).toEqual([]);

it('a feature knows no other feature', () => {
  expect(product.length).toBeGreaterThan(100);
  expectNone(({ file, source }) => {
    const own = featureOf(file);
    return own && (featureOf(source) ?? own) !== own;
  });
});

it('the routes with their schemas are imported as types alone, so that the first view stays light', () => {
  const wrong = files.filter((file) =>
    /import \{[^}]*(?<!type )\broutes\b[^}]*\} from '@ctdb\/contracts'/.test(
      readFileSync(root + file, 'utf8'),
    ),
  );
  expect(wrong).toEqual([]);
});

it('what every page loads imports no schema and no form', () => {
  const onEveryPage =
    /^(app|components(?!\/(form-fields|record-form))|i18n|theme|lib\/(api|session))\//;
  expectNone(
    ({ file, source, typeOnly }) =>
      !typeOnly && onEveryPage.test(file) && /^(zod|react-hook-form)/.test(source),
  );
});
