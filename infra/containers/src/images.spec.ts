import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from './settings.ts';

const files = globSync(
  [
    'docker-compose.yml',
    'infra/{containers,docker}/**/*.{yml,yaml}',
    'k8s/**/*.yaml',
    '**/Dockerfile*',
  ],
  { cwd: repository, exclude: ['node_modules', '**/node_modules', '**/*.dockerignore'] },
);

/** The references in a compose file, a manifest or a Dockerfile, without the Dockerfile's own stages. */
const referencesIn = (text: string): string[] => {
  const stages = [...text.matchAll(/^FROM .* AS (\S+)$/gm)].map(([, name]) => name);
  const patterns = [
    /^\s*-?\s*image: (\S+)$/gm,
    /^FROM (?:--\S+ )*(\S+)/gm,
    /^COPY --from=(\S+)/gm,
    /^# syntax=(\S+)/gm,
  ];
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)].map(([, reference = '']) => reference))
    .filter((reference) => !stages.includes(reference))
    .map((reference) => reference.replace(/\$\{\w+:-([^}]*)\}/, '$1'));
};

/** With the registry's name, which the engine would otherwise choose. */
const QUALIFIED = /^(localhost|[a-z0-9-]+(\.[a-z0-9-]+)+)(:\d+)?\//;
/** A tag that never moves, a digest, or an image that is built on this machine. */
const EXACT = /:(v?\d+\.\d+\.\d+|RELEASE\.\d{4}-|\w+-\d{8})[\w.-]*$|@sha256:[0-9a-f]{64}$/;
const OWN = /^localhost\/colour-therapy-database\/[a-z-]+:local$/;

const all = files.flatMap((file) =>
  referencesIn(readFileSync(join(repository, file), 'utf8')).map((name) => `${name} in ${file}`),
);
const named = (pattern: RegExp) => all.filter((each) => pattern.test(each.split(' in ')[0] ?? ''));

it('names of images name the registry', () => {
  for (const own of ['docker-compose.yml', 'k8s/base/gateway.yaml', 'infra/docker/Dockerfile'])
    expect(all.filter((each) => each.endsWith(own))).not.toEqual([]);
  expect(all.filter((each) => !named(QUALIFIED).includes(each))).toEqual([]);
});

it('names of images name an exact version', () => {
  const exact = [...named(EXACT), ...named(OWN)];
  expect(all.filter((each) => !exact.includes(each))).toEqual([]);
});

it('names of images are in the table of releases.md, with the line of their version', () => {
  const releases = readFileSync(join(repository, 'infra/docs/releases.md'), 'utf8');
  const rows = [...releases.matchAll(/^\| ([a-z][a-z/-]*) +\| ([\d.]*) +\|/gm)];
  const isListed = (each: string) => {
    const [name = '', version = ''] = (each.split(' in ')[0] ?? '').split(/:v?/);
    // Of `redis` and `opstree/redis` the latter.
    const [row] = rows
      .filter(([, image = '']) => name.endsWith(`/${image}`))
      .toSorted(([, one = ''], [, other = '']) => other.length - one.length);
    return row !== undefined && version.startsWith(row[2] ?? '');
  };
  const others = all.filter((each) => !named(OWN).includes(each));
  expect(others.filter((each) => !isListed(each))).toEqual([]);
});
