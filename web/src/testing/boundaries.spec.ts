import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, it } from 'vitest';

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
const SHARED = /^(components|lib|i18n|theme)\//;

it('imports point one way a feature knows no other feature and not the program around it', () => {
  expectNone(({ file, source }) => {
    const own = featureOf(file);
    return own && (source.startsWith('@/app') || (featureOf(source) ?? own) !== own);
  });
});

it('imports point one way components, lib and i18n know no feature', () => {
  expectNone(({ file, source }) => SHARED.test(file) && /^@\/(features|app)/.test(source));
});

it('imports point one way lib, i18n and theme know no component', () => {
  expectNone(
    ({ file, source }) => /^(lib|i18n|theme)\//.test(file) && source.startsWith('@/components'),
  );
});

it('imports point one way only tests import the testing folder', () => {
  expect(product.length).toBeGreaterThan(100);
  expectNone(({ source }) => source.startsWith('@/testing'));
});

it('imports point one way a relative path never climbs out of its feature or folder', () => {
  expectNone(({ source }) => source.startsWith('../../'));
});

it('the first view stays light the routes with their schemas are imported as types alone', () => {
  const wrong = files.filter((file) =>
    /import \{[^}]*(?<!type )\broutes\b[^}]*\} from '@ctdb\/contracts'/.test(
      readFileSync(root + file, 'utf8'),
    ),
  );
  expect(wrong).toEqual([]);
});

it('the first view stays light what every page loads imports no schema and no form', () => {
  const onEveryPage = /^(app|components|i18n|theme|lib\/(api|session))\//;
  expectNone(
    ({ file, source, typeOnly }) =>
      !typeOnly && onEveryPage.test(file) && /^(zod|react-hook-form)/.test(source),
  );
});
