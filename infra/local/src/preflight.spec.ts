import { expect, it } from 'vitest';
import { findProblems } from '../bin/preflight.mjs';

const space = { folder: '/cache', needed: 2.5e9, disk: 1, free: 3e9, forDebian: false };
const facts = {
  command: 'start',
  env: {},
  canUseChroot: false,
  hasDocker: () => false,
  findProgram: (_: string): string | undefined => undefined,
  space: [space],
};
const addresses = { MONGODB_URI: 'm', REDIS_URL: 'r', RABBITMQ_URL: 'q', S3_ENDPOINT: 's' };
const root = { canUseChroot: true };
const docker = { hasDocker: () => true };

type Given = Partial<typeof facts> & { listenError?: string };
it.each<[string, Given, RegExp | undefined]>([
  ['root', root, undefined],
  ['Docker', docker, undefined],
  ['addresses', { env: addresses }, undefined],
  ['programs on PATH', { findProgram: (name) => `/bin/${name}` }, undefined],
  ['tests of their own', { command: 'test' }, undefined],
  ['nothing', {}, /^MongoDB, .* are needed\. Start Docker/],
  ['Docker, not wanted', { ...docker, env: { BACKING: 'private' } }, /^MongoDB/],
  ['root, not wanted', { ...root, env: { BACKING: 'containers' } }, /^MongoDB/],
  ['a full disk', { ...root, space: [space, space] }, /^5\.0 GB must be free .* here are 3\.0 GB/],
  ['two disks', { ...root, space: [space, { ...space, disk: 2 }] }, undefined],
  [
    'a full disk, and Docker',
    { ...docker, space: [{ ...space, free: 0, forDebian: true }] },
    undefined,
  ],
  ['a used port', { ...root, listenError: 'EADDRINUSE' }, /^Port 8080 .* PORT=8081 npm start/],
  ['a port of root', { ...root, listenError: 'EACCES', env: { PORT: '80' } }, /^Port 80 may not/],
  ['a used port, and tests', { command: 'test', listenError: 'EADDRINUSE' }, undefined],
])('a machine with %s', (_, given, problem) => {
  const [first] = findProblems({ ...facts, ...given });
  if (problem === undefined) expect(first).toBeUndefined();
  else expect(first).toMatch(problem);
});
