import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  compose,
  currentVersion,
  removeImages,
  roll,
  run,
  selectVariant,
  selectVersion,
  tryRun,
  type Version,
  withCleanup,
} from './docker.ts';
import { productServices } from './checks/containers.ts';
import type { Client } from './load/client.ts';
import { partsOf } from './load/load-mix.ts';
import { LoadRun } from './load/load-run.ts';
import { assert, type Report } from './report.ts';
import { images, upgradeFrom } from './settings.ts';

/** The version with MinIO, from which installations are brought along: the first to update from. */
const FIRST_VERSION = '27fc491a';
/** More than there are gateways behind the address. */
const PROBE_COUNT = 12;

const git = (...args: string[]): Promise<string> => run('git', args);

/** The newest version tag before the commit that is checked out: that one may have been tagged just now. */
async function findTagBefore(): Promise<string | undefined> {
  const describe = ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^'];
  return (await tryRun('git', describe))?.trim();
}

/** Builds the images of a version, which then name `revision`. */
async function build(version: Version, revision: string): Promise<void> {
  selectVersion(version);
  selectVariant('replicas', {
    settings: { REVISION: revision, VERSION: revision.slice(0, 8) },
  });
  await compose(['build']);
  selectVariant('replicas');
}

/** Versions before practices run beside none with them; see "Once: practices" in infra/docs/upgrade.md. */
const hasPractices = async (name: string): Promise<boolean> =>
  (await git('ls-tree', name, 'services/billing/src/practices')) !== '';

/** Stops all processes, then starts those of this version; there is no way back. */
async function updateStopped(
  { report, client }: { report: Report; client: Client },
  load: LoadRun,
): Promise<void> {
  await load.halt();
  await report.check('stopped update: the version before is replaced', async () => {
    const before = load.assertNoFailures('before the stop');
    const parts = partsOf(await client.send({ path: '/' }));
    await compose(['stop', ...productServices]);
    selectVersion(currentVersion);
    // The simulator stays: it knows the orders.
    await compose(['up', '--detach', '--wait', '--wait-timeout', '600', ...productServices]);
    assert(parts.length > 0, 'the page of the version before names no parts');
    for (const path of parts) {
      const { status } = await client.send({ path });
      assert(status === 200, `${path}: status ${status}`);
    }
    return `${before}, ${parts.length} parts of an open page`;
  });
  await load.start();
}

/** Replaces all containers by those of a version, under load. */
async function rollTo(
  { report, client }: { report: Report; client: Client },
  load: LoadRun,
  { what, version, revision }: { what: string; version: Version; revision: string },
): Promise<void> {
  selectVersion(version);
  await report.check(`${what}: all containers are replaced`, async () => {
    await roll();
    for (let probe = 0; probe < PROBE_COUNT; probe += 1) {
      const config = await client.json<{ revision: string }>({ path: '/api/config' });
      assert(config.revision === revision, `a gateway of ${config.revision} answers`);
    }
    return load.assertNoFailures('during the roll');
  });
}

/**
 * Rolls from the version before to this one and back, under load; one before practices is stopped.
 * @param start starts everything on empty volumes
 */
export async function upgrade(
  report: Report,
  client: Client,
  start: (what: string) => Promise<boolean>,
): Promise<void> {
  const name = upgradeFrom ?? (await findTagBefore()) ?? FIRST_VERSION;
  const now = (await git('rev-parse', 'HEAD')).trim();
  const old = (await git('rev-parse', `${name}^{commit}`)).trim();
  assert(now !== old, `${name} is the version that is checked out`);
  const folder = join(mkdtempSync(join(tmpdir(), 'ctdb-upgrade-')), 'before');
  const before: Version = { folder, images: `${images}-before` };
  const work = async () => {
    await git('worktree', 'add', '--detach', folder, name);
    const isBuilt = await report.check(`images of ${name} and of this version`, async () => {
      await build(before, old);
      await build(currentVersion, now);
    });
    selectVersion(before);
    if (!isBuilt || !(await start(`the version ${name}`))) return;
    const load = new LoadRun(report, client);
    if (!(await load.prepare())) return;
    await load.start();
    const product = { report, client };
    if (await hasPractices(name)) {
      await rollTo(product, load, { what: 'upgrade', version: currentVersion, revision: now });
      await rollTo(product, load, { what: 'way back', version: before, revision: old });
    } else await updateStopped(product, load);
    await load.stop();
  };
  await withCleanup(work, async () => {
    selectVersion(currentVersion);
    await compose(['down', '--volumes', '--remove-orphans']);
    await removeImages(before.images);
    await tryRun('git', ['worktree', 'remove', '--force', folder]);
    rmSync(dirname(folder), { recursive: true, force: true });
  });
}
