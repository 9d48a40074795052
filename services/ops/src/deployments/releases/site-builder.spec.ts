import { fileURLToPath } from 'node:url';
import { maliciousDomainNames } from '@ctdb/chassis/testing';
import { deploymentInput } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { Types } from 'mongoose';
import { toReleaseData } from './site-builder.js';
import { createViteCommand } from './vite-build.js';

it('a hostile name of a project is refused, or a value in the data of its release', () => {
  const taken = maliciousDomainNames.flatMap(
    (projectName) => deploymentInput.safeParse({ projectName }).data?.projectName ?? [],
  );
  expect(taken.length).toBeGreaterThan(10);
  for (const projectName of taken) {
    const record = { releaseId: new Types.ObjectId(), startedAt: new Date(), projectName };
    expect(JSON.parse(toReleaseData(record))).toMatchObject({ projectName });
  }
});

it('a hostile name of a project reaches no build: its command is made of the project and the folder alone', () => {
  const project = fileURLToPath(new URL('../../../../../web', import.meta.url));
  const command = createViteCommand(project, '/builds/site', { PATH: '/bin', SECRET: 'x' });
  expect(command?.args[1]).toMatch(/node_modules\/vite\/bin\/vite\.js$/);
  expect(command?.args.slice(-3)).toEqual(['--outDir', '/builds/site', '--emptyOutDir']);
  expect(command?.env).toEqual({ PATH: '/bin', NODE_ENV: 'production', NO_COLOR: '1' });
});
