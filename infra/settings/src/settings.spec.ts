import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { composeVariables, readCompose } from './compose.ts';
import { environmentExample, exceptions, settingsPage, type Sources, topics } from './page.ts';
import { readSettings, repository, type Setting } from './schemas.ts';

let settings: Map<string, Setting>;
let sources: Sources;
beforeAll(async () => {
  settings = await readSettings();
  sources = { settings, composeVariables: composeVariables() };
}, 60_000);

const listed = (readBy?: string) =>
  topics.filter((topic) => topic.readBy === readBy).flatMap((topic) => Object.keys(topic.settings));

it('has every setting of the schemas once, and no other', () => {
  expect(listed().sort()).toEqual([...settings.keys()].sort());
});

it('has every variable of the compose files', () => {
  const known = new Set([...settings.keys(), ...listed('compose')]);
  const names = [...sources.composeVariables.keys()];
  const isKnown = (name: string) => known.has(name) || known.has(name.replace(/_FILE$/, ''));
  expect(names.filter((name) => !isKnown(name))).toEqual([]);
  const own = listed('compose').filter((name) => !name.startsWith('COMPOSE_'));
  expect(own.filter((name) => !names.includes(name))).toEqual([]);
});

it('settings.md and .env.example are current: npm run settings', async () => {
  const toFile = (path: string) => join(repository, path);
  await expect(settingsPage(sources)).toMatchFileSnapshot(toFile('infra/docs/settings.md'));
  await expect(environmentExample(sources)).toMatchFileSnapshot(toFile('.env.example'));
});

it('docker-compose.yml takes every setting from .env, or exceptions.json says why not', () => {
  const { passes } = readCompose();
  const left = new Set(exceptions.flatMap(({ names }) => names));
  const all = [...settings.values()].flatMap(({ name, programs }) =>
    programs.map((program) => ({ name, program, isPassed: passes(program, name) })),
  );
  // Ignored without a reason, or with a needless one.
  const wrong = all.filter(({ name, isPassed }) => isPassed === left.has(name));
  expect(wrong.map(({ name, program }) => `${name} of ${program}`)).toEqual([]);
  expect([...left].filter((name) => !settings.has(name))).toEqual([]);
});

it('docker-compose.yml gives no process a variable that it does not read', () => {
  const { strangers } = readCompose();
  const programs = new Set([...settings.values()].flatMap((setting) => setting.programs));
  // Of Node and of the C library.
  const others = /^(TZ|NODE_OPTIONS)$/;
  const found = [...programs].flatMap((program) => strangers(program, settings));
  expect(found.filter((name) => !others.test(name))).toEqual([]);
});
