import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { retryOnDeadlock } from '@ctdb/chassis';
import { maliciousDomainNames } from '@ctdb/chassis/testing';
import { deploymentInput, getActiveRelease, getDeployment, startDeployment } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { toReleaseData } from '../src/deployments/releases/site-builder.js';
import { createViteCommand } from '../src/deployments/releases/vite-build.js';
import { testOps } from './deploy-support/ops.js';

const ops = testOps('none');
const isName = (projectName: string): boolean => deploymentInput.safeParse({ projectName }).success;
/** Frees the slot, because no worker runs the deployments that start here. */
const makeRoom = () =>
  retryOnDeadlock(() =>
    ops.db
      .collection('deployments')
      .updateMany({ slot: { $exists: true } }, { $unset: { slot: 1 } }),
  );

describe('hostile names of projects', () => {
  it('are at least a hundred, and some of them may be used', () => {
    expect(maliciousDomainNames.length).toBeGreaterThanOrEqual(100);
    expect(maliciousDomainNames.filter(isName).length).toBeGreaterThan(10);
  });

  it.each(maliciousDomainNames.filter(isName))(
    '%j is a value in the data of its release',
    (name) => {
      const record = { releaseId: new Types.ObjectId(), startedAt: new Date(), projectName: name };
      const { projectName } = deploymentInput.parse({ projectName: name });
      expect(JSON.parse(toReleaseData({ ...record, projectName }))).toMatchObject({ projectName });
    },
  );

  it('reach no build: its command is made of the project and the folder alone', () => {
    const command = createViteCommand(ops.project.folder, '/builds/site', {
      PATH: '/bin',
      SECRET: 'x',
    });
    expect(command?.args.slice(-3)).toEqual(['--outDir', '/builds/site', '--emptyOutDir']);
    expect(command?.env).toEqual({ PATH: '/bin', NODE_ENV: 'production', NO_COLOR: '1' });
  });

  it.each(maliciousDomainNames)(
    '%j is refused or a project like any other',
    async (projectName) => {
      await makeRoom();
      const asked = ops.call(startDeployment, { projectName });
      if (!isName(projectName)) {
        await expect(asked).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
        return;
      }
      const { deploymentId } = await asked;
      const stored = await ops.call(getDeployment, { id: deploymentId });
      expect(stored.projectName).toBe(deploymentInput.parse({ projectName }).projectName);
    },
  );

  it('as domains are rejected, or converted to punycode', async () => {
    for (const domain of maliciousDomainNames) {
      await makeRoom();
      try {
        const { deploymentId } = await ops.call(startDeployment, { projectName: 'P', domain });
        const stored = await ops.call(getDeployment, { id: deploymentId });
        expect(stored.domain ?? 'none').toMatch(/^[a-z0-9.-]+$/);
      } catch (error) {
        const { code } = error as { code?: string };
        expect(['VALIDATION_FAILED', 'DOMAIN_NOT_VALID']).toContain(code);
      }
    }
  }, 120_000);

  it('are deployed as they are, and nothing of them is executed', async () => {
    await makeRoom();
    await ops.process.start();
    const before = await readdir(tmpdir());
    const mark = `ran-${Date.now()}`;
    const projectName = `$(touch ${tmpdir()}/${mark}); \`id\` ../../x "\u202e' && {{7*7}} <b>`;
    const done = await ops.ended(await ops.start({ projectName }), 90_000);
    expect(done).toMatchObject({ stage: 'completed', projectName });
    const { release } = await ops.call(getActiveRelease, {});
    for (const { path } of release?.files ?? []) expect(path).toMatch(/^(\/[\w.-]+)+$/);
    const releaseUrl = release?.files.find(({ path }) => path === '/release.json')?.url ?? '';
    expect(await (await fetch(releaseUrl)).json()).toMatchObject({ projectName });
    expect((await readdir(tmpdir())).filter((name) => !before.includes(name))).not.toContain(mark);
    expect(await readFile(`${ops.project.folder}/index.html`, 'utf8')).toMatch(/Small/);
  }, 240_000);
});
