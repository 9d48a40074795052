import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

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

describe('imports point one way', () => {
  it('reads the sources', () => {
    expect(product.length).toBeGreaterThan(100);
  });

  it('a feature knows no other feature and not the program around it', () => {
    const wrong = product.filter(
      (one) =>
        featureOf(one.file) &&
        (one.source.startsWith('@/app') ||
          (featureOf(one.source) ?? featureOf(one.file)) !== featureOf(one.file)),
    );
    expect(wrong.map(show)).toEqual([]);
  });

  it('components, lib and i18n know no feature', () => {
    const wrong = product.filter(
      ({ file, source }) =>
        /^(components|lib|i18n|theme)\//.test(file) && /^@\/(features|app)/.test(source),
    );
    expect(wrong.map(show)).toEqual([]);
  });

  it('lib, i18n and theme know no component', () => {
    const wrong = product.filter(
      ({ file, source }) => /^(lib|i18n|theme)\//.test(file) && source.startsWith('@/components'),
    );
    expect(wrong.map(show)).toEqual([]);
  });

  it('only tests import the testing folder', () => {
    expect(product.filter(({ source }) => source.startsWith('@/testing')).map(show)).toEqual([]);
  });

  it('a relative path never climbs out of its feature or folder', () => {
    expect(product.filter(({ source }) => source.startsWith('../../')).map(show)).toEqual([]);
  });
});

describe('the first view stays light', () => {
  it('the routes with their schemas are imported as types alone', () => {
    const wrong = files.filter((file) =>
      /import \{[^}]*(?<!type )\broutes\b[^}]*\} from '@ctdb\/contracts'/.test(
        readFileSync(root + file, 'utf8'),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('what every page loads imports no schema and no form', () => {
    const wrong = product.filter(
      ({ file, source, typeOnly }) =>
        !typeOnly &&
        /^(app|components|i18n|theme|lib\/(api|session))\//.test(file) &&
        /^(zod|react-hook-form)/.test(source),
    );
    expect(wrong.map(show)).toEqual([]);
  });
});
