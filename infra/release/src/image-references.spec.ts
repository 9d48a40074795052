import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from './command.ts';
import { imageReferences, type ImageReference } from './image-references.ts';

/** With the registry's name, which the engine would otherwise choose. */
const QUALIFIED = /^(localhost|[a-z0-9-]+(\.[a-z0-9-]+)+)(:\d+)?\//;
/** A tag that never moves, a digest, or an image that is built on this machine. */
const EXACT = /:(v?\d+\.\d+\.\d+|RELEASE\.\d{4}-|\w+-\d{8})[\w.-]*$|@sha256:[0-9a-f]{64}$/;
const OWN = /^localhost\/colour-therapy-database\/[a-z-]+:local$/;

const all = imageReferences();
const others = all.filter(({ name }) => !OWN.test(name));

it('names of images name the registry', () => {
  for (const file of ['docker-compose.yml', 'k8s/base/gateway.yaml', 'infra/docker/Dockerfile'])
    expect(all.filter((each) => each.file === file)).not.toEqual([]);
  expect(all.filter(({ name }) => !QUALIFIED.test(name))).toEqual([]);
});

it('names of images name an exact version', () => {
  expect(others.filter(({ name }) => !EXACT.test(name))).toEqual([]);
});

it('names of images are in the table of releases.md, with the line of their version', () => {
  const releases = readFileSync(join(repository, 'infra/docs/releases.md'), 'utf8');
  const rows = [...releases.matchAll(/^\| ([a-z][a-z/-]*) +\| ([\d.]*) +\|/gm)];
  const isListed = ({ name }: ImageReference) => {
    const [image = '', version = ''] = name.split(/:v?/);
    // Of `redis` and `opstree/redis` the latter.
    const [row] = rows
      .filter(([, listed = '']) => image.endsWith(`/${listed}`))
      .toSorted(([, one = ''], [, other = '']) => other.length - one.length);
    return row !== undefined && version.startsWith(row[2] ?? '');
  };
  // Tests alone start what a program names.
  const listed = others.filter(({ file }) => !file.endsWith('.ts'));
  expect(listed.filter((each) => !isListed(each))).toEqual([]);
});
