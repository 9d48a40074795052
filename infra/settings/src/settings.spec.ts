import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { composeVariables, readCompose } from './compose.ts';
import { exceptions } from './exceptions.ts';
import { environmentExample, settingsPage, type Sources } from './page.ts';
import { read, repository } from './repository.ts';
import { readSettings, type Setting } from './schemas.ts';
import { topics } from './topics.ts';

let settings: Map<string, Setting>;
let sources: Sources;
beforeAll(async () => {
  settings = await readSettings();
  sources = { settings, composeVariables: composeVariables() };
}, 60_000);

const listed = (readBy?: string) =>
  topics.filter((topic) => topic.readBy === readBy).flatMap((topic) => Object.keys(topic.settings));

describe('the page of all settings', () => {
  it('has every setting of the schemas once, and no other', () => {
    expect(listed().sort()).toEqual([...settings.keys()].sort());
  });

  it('has every variable of the compose files, and those of the launcher', () => {
    const known = new Set([...settings.keys(), ...listed('compose')]);
    const names = [...sources.composeVariables.keys()];
    const isKnown = (name: string) => known.has(name) || known.has(name.replace(/_FILE$/, ''));
    expect(names.filter((name) => !isKnown(name))).toEqual([]);
    const own = listed('compose').filter((name) => !name.startsWith('COMPOSE_'));
    expect(own.filter((name) => !names.includes(name))).toEqual([]);
    const launcher = ['paths.ts', 'testing/browser-section.ts'].map((file) =>
      read(`infra/local/src/${file}`),
    );
    expect(listed('launcher').filter((name) => !launcher.join().includes(`'${name}'`))).toEqual([]);
  });

  it('and .env.example are current: npm run settings', async () => {
    const toFile = (path: string) => join(repository, path);
    await expect(settingsPage(sources)).toMatchFileSnapshot(toFile('infra/docs/settings.md'));
    await expect(environmentExample(sources)).toMatchFileSnapshot(toFile('.env.example'));
  });
});

describe('docker-compose.yml', () => {
  it('takes every setting from .env, or says why not', () => {
    const compose = readCompose();
    const left = new Set(exceptions.flatMap(([, names]) => names));
    const all = [...settings.values()].flatMap(({ name, programs }) =>
      programs.map((program) => ({ name, program, passes: compose.passes(program, name) })),
    );
    const ignored = all.filter(({ name, passes }) => !passes && !left.has(name));
    expect(ignored.map(({ name, program }) => `${name} of ${program}`)).toEqual([]);
    const needless = all.filter(({ name, passes }) => passes && left.has(name));
    expect(needless.map(({ name, program }) => `${name} of ${program}`)).toEqual([]);
    expect([...left].filter((name) => !settings.has(name))).toEqual([]);
  });

  it('gives no process a variable that it does not read', () => {
    const compose = readCompose();
    const programs = new Set([...settings.values()].flatMap((setting) => setting.programs));
    // Of Node and of the C library.
    const others = /^(TZ|MALLOC_ARENA_MAX|NODE_OPTIONS)$/;
    const strangers = [...programs].flatMap((program) => compose.strangers(program, settings));
    expect(strangers.filter((name) => !others.test(name))).toEqual([]);
  });
});
