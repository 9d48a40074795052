import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RuleTester } from 'oxlint/plugins-dev';
import { describe, expect, it } from 'vitest';
import { findBorder, projects } from './borders.ts';
import { borders, noShell } from './plugin.ts';

RuleTester.describe = describe;
RuleTester.it = it;
const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'ts' } } });
const repository = fileURLToPath(new URL('../../..', import.meta.url));
const inFile = (file: string, code: string) => ({ code, filename: join(repository, file) });

const NO_SHELL = /^No shell/;
const BY_NAME = /^Import spawn or execFile by name/;
const LITERAL = 'Import a module by a literal name.';

tester.run('no-shell', noShell, {
  valid: [
    `spawn('tar', ['-x'], { shell: false });`,
    `import { spawn } from 'node:child_process';`,
    `await import('./fish.ts');`,
    `const name = 'publish';`,
  ],
  invalid: [
    [`spawn('tar', [], { shell: true });`, NO_SHELL],
    [`spawn('tar', [], { 'shell': '/bin/fish' });`, NO_SHELL],
    [`spawn('tar', [], { shell });`, NO_SHELL],
    [`spawn('bash', ['-c', text]);`, NO_SHELL],
    [`spawn('/bin/sh', ['-c', text]);`, NO_SHELL],
    [`import * as processes from 'node:child_process';`, BY_NAME],
    [`export * from 'child_process';`, BY_NAME],
    [`import processes = require('vm');`, BY_NAME],
    [`const { exec } = require('child_process');`, BY_NAME],
    [`const { exec } = await import('node:child_process');`, BY_NAME],
    [`await import(name);`, LITERAL],
    ['await import(`node:vm`);', LITERAL],
  ].map(([code, message]) => ({ code: String(code), errors: [{ message: message ?? '' }] })),
});

const service = 'services/catalog/src/main.ts';

tester.run('borders', borders, {
  valid: [
    inFile(service, `import { x } from '@ctdb/chassis/jobs';`),
    inFile(service, `import { x } from './a.js'; import { y } from 'zod';`),
    inFile('services/catalog/test/a.test.ts', `import { x } from '../src/a.js';`),
    inFile('web/src/app/a.tsx', `import { x } from '@/lib/a'; const y = <p>/a</p>;`),
    inFile('infra/faults/src/a.ts', `import { x } from '@ctdb/containers/report';`),
    inFile('vitest.config.ts', `import { x } from './services/catalog/src/a.js';`),
  ],
  invalid: [
    `import { x } from '@ctdb/billing';`,
    `import type { X } from '@ctdb/gateway';`,
    `export { x } from '@ctdb/ops/a';`,
    `export * from '../../billing/src/a.js';`,
    `const x = await import('../../../gateway/src/a.js');`,
    'const x = await import(`../../media/src/a.js`);',
    `type X = import('@ctdb/media').X;`,
    `import x = require('@ctdb/launcher');`,
    `const x = require('@ctdb/web');`,
    `import { x } from '/tmp/a.js';`,
    `import { x } from '@ctdb/catalog';`,
  ].map((code) => ({ ...inFile(service, code), errors: 1 })),
});

it.each([
  ['services/contracts/src/a.ts', '@ctdb/chassis'],
  ['gateway/src/main.ts', '@ctdb/billing'],
  ['web/src/app/a.tsx', '@/../../gateway/src/a'],
  ['infra/local/src/main.ts', '@ctdb/unknown'],
  ['services/chassis/src/data/deep/a.ts', '../../testing/index.js'],
  ['services/chassis/src/data/a.ts', '../chassis.module.js'],
  ['services/billing/src/accounts/users/a.ts', '../people/a.js'],
  ['services/billing/src/unknown/a.ts', '../config.js'],
])('the table of borders keeps %s from importing %s', (file, specifier) => {
  expect(findBorder(file, specifier)).toMatch(/may (not )?import|stays in its project|no place/);
});

it('a wrong import is named with both files', () => {
  const message = findBorder('services/chassis/src/config/a.ts', '../bus/b.js');
  expect(message).toMatch(
    /^services\/chassis\/src\/config\/a.ts .* services\/chassis\/src\/bus\/b.js/,
  );
});

it.each([
  ['services/chassis/src/bus/a.ts', '../config/a.js'],
  ['services/chassis/src/bus/a.ts', '../chassis.options.js'],
  ['services/chassis/src/bus/a.spec.ts', '../testing/index.js'],
  ['services/chassis/src/chassis.module.ts', './bus/a.js'],
  ['services/chassis/test/a.test.ts', '../src/testing/index.js'],
])('the table of borders lets %s import %s', (file, specifier) => {
  expect(findBorder(file, specifier)).toBeUndefined();
});

it('the table of borders has no circle', () => {
  const reaches = (from: string, to: string): boolean =>
    (projects[from]?.imports ?? []).some((next) => next === to || reaches(next, to));
  for (const name of Object.keys(projects)) expect(reaches(name, name)).toBe(false);
});

it('the table of borders names every project', () => {
  const folders = ['services/*', 'gateway', 'web', 'infra/*'];
  const patterns = folders.map((folder) => `${folder}/package.json`);
  const found = globSync(patterns, { cwd: repository }).map((file) => {
    const { name } = JSON.parse(readFileSync(join(repository, file), 'utf8')) as { name: string };
    return [name, dirname(file)];
  });
  const named = Object.entries(projects).map(([name, { folder }]) => [name, folder]);
  expect(named.toSorted()).toEqual(found.toSorted());
});

it.each(Object.values(projects))('the table of borders names what is in $folder', (project) => {
  const inPlace = (name: string) => `${project.folder}/src/${name}{,.ts}`;
  for (const name of project.folders ?? [])
    expect(globSync(inPlace(name), { cwd: repository })).not.toEqual([]);
});
