import { expect, it } from 'vitest';
import { findProblems } from '../bin/preflight.mjs';

const space = { folder: '/cache', needed: 2.5e9, disk: 1, free: 3e9 };
const facts = {
  command: 'start',
  node: '20.19.0',
  env: {},
  canUseChroot: false,
  hasDocker: () => false,
  findProgram: (_: string): string | undefined => undefined,
  space: [space],
  isPortFree: true,
};
const addresses = { MONGODB_URI: 'm', REDIS_URL: 'r', RABBITMQ_URL: 'q', S3_ENDPOINT: 's' };
const root = { canUseChroot: true };
const docker = { hasDocker: () => true };

it.each<[string, Partial<typeof facts>, RegExp | undefined]>([
  ['root', root, undefined],
  ['Docker', docker, undefined],
  ['addresses', { env: addresses }, undefined],
  ['programs on PATH', { findProgram: (name) => `/bin/${name}` }, undefined],
  ['tests of their own', { command: 'test' }, undefined],
  ['nothing', {}, /^MongoDB, .* are needed\. Start Docker/],
  ['Docker, not wanted', { ...docker, env: { BACKING: 'private' } }, /^MongoDB/],
  ['root, not wanted', { ...root, env: { BACKING: 'containers' } }, /^MongoDB/],
  ['an old Node', { ...root, node: '20.18.3' }, /^Node 20\.19 or later is needed, this is 20\.18/],
  ['a full disk', { ...root, space: [space, space] }, /^5\.0 GB must be free .* here are 3\.0 GB/],
  ['two disks', { ...root, space: [space, { ...space, disk: 2 }] }, undefined],
  [
    'a used port',
    { ...root, isPortFree: false, env: { PORT: '80' } },
    /^Port 80 .* PORT=81 npm start/,
  ],
  ['a used port, and tests', { command: 'test', isPortFree: false }, undefined],
])('a machine with %s', (_, given, problem) => {
  const [first] = findProblems({ ...facts, ...given });
  if (problem === undefined) expect(first).toBeUndefined();
  else expect(first).toMatch(problem);
});
