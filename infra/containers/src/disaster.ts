import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { compose, environment, run, selectVariant, withCleanup } from './docker.ts';
import type { Client } from './load/client.ts';
import { control, LoadRun } from './load/load-run.ts';
import { Shop } from './load/shop.ts';
import { assert, waitUntil, type Report } from './report.ts';
import { origin, project } from './settings.ts';

/** The user of the backup's container. */
const BACKUP_USER = 1000;
/** Load between the backup and the disaster. */
const GAP_MS = 30_000;
const PAYMENTS_OF_EACH = 2;
/** Data of how long may be lost: the shortest setting. */
const RPO_MINUTES = 15;
/** How long the installation may be away, with little data. */
const MAX_RTO_SECONDS = 600;
/** The first backup after the restore ends within this time. */
const METRICS_TIMEOUT_MS = 180_000;

const secondsSince = (time: number): number => Math.round((Date.now() - time) / 1_000);

/** Removes all containers and all volumes but those of the payment providers, who lose nothing. */
async function destroyEverything(): Promise<string> {
  await compose(['kill']);
  await compose(['down', '--remove-orphans']);
  const label = `label=com.docker.compose.project=${project}`;
  const volumes = (await run('docker', ['volume', 'ls', '--quiet', '--filter', label]))
    .split('\n')
    .filter((name) => name !== '' && !name.endsWith('_sandbox-data'));
  await run('docker', ['volume', 'rm', ...volumes]);
  return `${volumes.length} volumes`;
}

const RESTORE_SECRETS = `docker compose run --rm -T --no-deps backup secrets |
  docker compose run --rm -T --no-deps init tar -C /secrets -x --strip-components=1 --no-same-owner`;

/** The commands of infra/docs/backup.md and infra/docs/payments-after-a-restore.md. */
async function restoreEverything(backupBegan: Date): Promise<string> {
  // oxlint-disable-next-line ctdb/no-shell -- the documented command is a pipe, without values
  await run('sh', ['-c', RESTORE_SECRETS], { env: environment() });
  const servers = ['mongo', 'redis', 'rabbitmq', 'minio', 'paypal-sandbox'];
  await compose(['up', '--detach', '--wait', ...servers]);
  await compose(['run', '--rm', '--no-deps', 'restore', 'restore']);
  const output = await reconcilePayments(backupBegan);
  await compose(['up', '--detach', '--wait', '--wait-timeout', '600', '--no-build']);
  return output;
}

function reconcilePayments(from: Date): Promise<string> {
  const reconcile = ['dist/reconcile-payments.js', '--from', from.toISOString()];
  return compose(['run', '--rm', 'billing', ...reconcile]);
}

const METRICS_PROGRAM = `
  fetch('http://127.0.0.1:9100/metrics').then((answer) => answer.text()).then(console.log);`;

/** The figures of `complete_backup_seconds`: the setting, the restore, and the first backup after it. */
async function checkMetrics(): Promise<string> {
  const figures = await waitUntil('the figures are exported', METRICS_TIMEOUT_MS, async () => {
    const metrics = await compose(['exec', '-T', 'ops', 'node', '-e', METRICS_PROGRAM]);
    const lines = metrics.matchAll(/^complete_backup_seconds\{.*figure="(\w+)".*\} (\S+)$/gm);
    const found = new Map([...lines].map(([, figure, value]) => [figure, Number(value)]));
    return found.has('rpo') && found.has('backup') && found.has('restore') ? found : undefined;
  });
  const [rpo, restore = 0] = [figures.get('rpo'), figures.get('restore')];
  assert(rpo === RPO_MINUTES * 60, `the RPO is ${rpo ?? 'missing'} s`);
  assert(restore > 0 && restore <= MAX_RTO_SECONDS, `the restore took ${restore} s`);
  return [...figures].map(([figure, seconds]) => `${figure ?? ''} ${seconds} s`).join(', ');
}

/** Exits with 0 only if no entry was changed, moved or removed, and the backups' hashes were compared. */
async function verifyAudit(): Promise<string> {
  const output = await compose(['exec', '-T', 'ops', 'node', 'dist/verify-audit.js']);
  const parts = output.trim().split('\n');
  const { total } = JSON.parse(parts.at(-1) ?? '') as { total: number };
  return `${total} entries`;
}

/**
 * Destroys every volume under load, restores by the documented commands, and compares with what was
 * acknowledged.
 * @param start starts everything on empty volumes
 */
export async function disaster(
  report: Report,
  client: Client,
  start: (what: string) => Promise<boolean>,
  signIn: () => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ctdb-disaster-'));
  chownSync(folder, BACKUP_USER, BACKUP_USER);
  const settings = {
    BACKUP_FOLDER: folder,
    BACKUP_PASSWORD: randomBytes(24).toString('hex'),
    BACKUP_RPO_MINUTES: String(RPO_MINUTES),
  };
  const work = async () => {
    selectVariant('single', { settings });
    if (!(await start('with backups elsewhere'))) return;
    const load = new LoadRun(report, client);
    if (!(await load.prepare())) return;
    await load.start();
    const shop = new Shop(origin, control);
    const pay = async (when: string) => {
      await report.check(`payments ${when} the backup`, async () => {
        for (let count = 0; count < PAYMENTS_OF_EACH; count += 1)
          for (const provider of ['paypal', 'razorpay'] as const) await shop.buy(provider);
      });
    };
    const checkPayments = async () => {
      const errors = await shop.verify(client);
      assert(errors.length === 0, errors.join('\n'));
      return `${shop.paid} payments`;
    };
    await pay('before');
    const before = load.acknowledged();
    const backupBegan = new Date();
    await report.check('a backup under load', async () => {
      await compose(['run', '--rm', '--no-deps', 'backup', 'backup']);
      load.assertNoFailures('during the backup');
      return `${before.size} operations acknowledged before it`;
    });
    await pay('after');
    await pause(GAP_MS);
    const all = load.acknowledged();
    // Changed again while the backup ran: it has either name.
    for (const [id, name] of before.diseases)
      if (all.diseases.get(id) !== name) before.diseases.delete(id);
    const destroyedAt = Date.now();
    const isDestroyed = await report.check('everything is destroyed', destroyEverything);
    await load.halt();
    if (!isDestroyed) return;
    const isRestored = await report.check('restored by the documented commands', async () => {
      const output = await restoreEverything(backupBegan);
      await signIn();
      console.log(output.trimEnd().replaceAll(/^/gm, '    '));
      const rto = secondsSince(destroyedAt);
      assert(rto <= MAX_RTO_SECONDS, `the RTO is ${rto} s, more than ${MAX_RTO_SECONDS}`);
      return `RTO ${rto} s, at most ${MAX_RTO_SECONDS}`;
    });
    if (!isRestored) return;
    await report.check('everything acknowledged before the backup is stored once', async () => {
      const errors = await load.findErrors(before);
      assert(errors.length === 0, errors.slice(0, 10).join('\n'));
      return `${before.size} operations`;
    });
    await report.check('what is lost is younger than the backup', async () => {
      const lost = await load.findErrors(all);
      const rpo = Math.round((destroyedAt - backupBegan.getTime()) / 1_000);
      assert(rpo <= RPO_MINUTES * 60, `the RPO is ${rpo} s, more than ${RPO_MINUTES} minutes`);
      return `${lost.length} of ${all.size} operations; RPO ${rpo} s, at most ${RPO_MINUTES} minutes`;
    });
    await report.check('every payment has its purchase, once', checkPayments);
    await report.check('the same after a repetition of the command', async () => {
      await reconcilePayments(backupBegan);
      return checkPayments();
    });
    await report.check('the metrics of backups and restores', checkMetrics);
    await report.check('the audit trail is as it was written', verifyAudit);
  };
  await withCleanup(work, async () => {
    await compose(['down', '--volumes', '--remove-orphans']);
    selectVariant('single');
    await rm(folder, { recursive: true, force: true });
  });
}
