import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { composeFiles, replicasFile, repository } from './settings.ts';

const read = (file: string) => readFileSync(join(repository, file), 'utf8');
const compose = composeFiles.map(read).join('\n');
const replicas = read(replicasFile);

const OWN = '${IMAGES:-localhost/colour-therapy-database}/';

it('docker-compose.yml gives no secret a value', () => {
  const secrets = /^\s+(\w*(?:SECRET|PASSWORD|PASS|KEY|URL|URI))(_FILE)?: *(.*)$/gm;
  const values = [...compose.matchAll(secrets)]
    .filter(([, name, isFile]) => !isFile && !/WEBHOOK_URL|BASE_URL/.test(name ?? ''))
    .map(([, name, , value]) => [name, value]);
  expect(values.filter(([, value]) => value !== '')).toEqual([]);
  expect(values.length).toBeGreaterThan(2);
});

it('docker-compose.yml builds its own images, and asks no registry for them', () => {
  const images = [...compose.matchAll(/^\s+image: (\S+):local$/gm)].map(([, image = '']) => image);
  const own = images.filter((image) => image.startsWith(OWN));
  const names = new Set(own.map((image) => image.slice(OWN.length)));
  const expected = 'backup billing catalog gateway init media ops paypal-sandbox';
  expect([...names].sort().join(' ')).toBe(expected);
  // `mongo-users` has the policy of `init`.
  expect(compose.match(/^ +pull_policy: never$/gm)).toHaveLength(own.length - 1);
  // Two builds that export one name at the same time can fail.
  expect(compose.match(/^ +build:/gm)).toHaveLength(names.size);
});

it('docker-compose.yml leaves every limit of processors to the machine', () => {
  const limits = [...(compose + replicas).matchAll(/cpus: (.*?),/g)].map(([, limit]) => limit);
  expect(limits.length).toBeGreaterThan(10);
  const settings = new Set(["'${CPUS:-1}'", "'${CPUS_LARGE:-2}'"]);
  expect(new Set(limits)).toEqual(settings);
});
