import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { compose, environment, run, selectVariant } from './docker.ts';
import { everyPage } from './load/acknowledged.ts';
import type { Client, HttpResponse } from './load/client.ts';
import { LoadRun, payOrder } from './load/load-run.ts';
import { assert, type Report } from './report.ts';
import { origin, project } from './settings.ts';

/** The user of the backup's container. */
const BACKUP_USER = 1000;
/** Load between the backup and the disaster. */
const GAP_MS = 30_000;
const PAYMENTS_OF_EACH = 2;

interface Checkout {
  providers: { name: string; charge: { items: { hourly: string }; currency: string } }[];
}

const since = (time: number): string => `${((Date.now() - time) / 1_000).toFixed(0)} s`;

async function paidOrders(client: Client): Promise<Set<string>> {
  const orders = await everyPage<{ id: string; state: string }>(client, '/api/orders');
  return new Set(orders.flatMap(({ id, state }) => (state === 'paid' ? [id] : [])));
}

const toJson = ({ bytes }: HttpResponse) => JSON.parse(new TextDecoder().decode(bytes)) as unknown;

/** Pays for an hour with each provider, several times, as buyers in browsers do; returns the new orders. */
async function pay(client: Client): Promise<string[]> {
  const before = await paidOrders(client);
  const { providers } = await client.json<Checkout>({ path: '/paypal/setup' });
  for (const { name, charge } of providers) {
    const { items, currency } = charge;
    const body = { amount: items.hourly, currency, intent: 'CAPTURE', item: 'hourly' };
    for (let count = 0; count < PAYMENTS_OF_EACH; count += 1) {
      const opened = await client.send({ method: 'POST', path: `/${name}/order`, body });
      assert(opened.status === 201, `an order with ${name}: ${opened.status}`);
      const { id } = toJson(opened) as { id: string };
      await payOrder(id);
      const cookie = opened.headers.getSetCookie().map((line) => line.split(';')[0]);
      const headers = { cookie: cookie.join('; '), origin };
      const path = `/paypal/order/${id}/capture`;
      const captured = await client.send({ method: 'POST', path, headers });
      assert(captured.status === 200, `a payment with ${name}: ${captured.status}`);
    }
  }
  return [...(await paidOrders(client))].filter((id) => !before.has(id));
}

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
  // eslint-disable-next-line no-restricted-syntax -- the documented command is a pipe, without values
  await run('sh', ['-c', RESTORE_SECRETS], { env: environment() });
  await compose([
    'up',
    '--detach',
    '--wait',
    'mongo',
    'redis',
    'rabbitmq',
    'minio',
    'paypal-sandbox',
  ]);
  await compose(['run', '--rm', '--no-deps', 'backup', 'restore']);
  const reconcile = ['dist/reconcile-payments.js', '--from', backupBegan.toISOString()];
  const output = await compose(['run', '--rm', 'billing', ...reconcile]);
  await compose(['up', '--detach', '--wait', '--wait-timeout', '600', '--no-build']);
  return output;
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
  const settings = { BACKUP_FOLDER: folder, BACKUP_PASSWORD: randomBytes(24).toString('hex') };
  selectVariant('single', { settings });
  try {
    if (!(await start('with backups elsewhere'))) return;
    const load = new LoadRun(report, client);
    if (!(await load.prepare())) return;
    await load.start();
    const payments: string[] = [];
    await report.check('payments before the backup', async () => {
      payments.push(...(await pay(client)));
      assert(payments.length > 0, 'nothing was paid');
      return `${payments.length} payments`;
    });
    const before = load.acknowledged();
    const backupBegan = new Date();
    await report.check('a backup under load', async () => {
      await compose(['run', '--rm', '--no-deps', 'backup', 'backup']);
      load.assertNoFailures('during the backup');
      return `${before.size} operations acknowledged before it`;
    });
    await report.check('payments after the backup', async () => {
      payments.push(...(await pay(client)));
    });
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
      return `RTO ${since(destroyedAt)}`;
    });
    if (!isRestored) return;
    await report.check('everything acknowledged before the backup is stored once', async () => {
      const errors = await load.findErrors(before);
      assert(errors.length === 0, errors.slice(0, 10).join('\n'));
      return `${before.size} operations`;
    });
    await report.check('what is lost is younger than the backup', async () => {
      const lost = await load.findErrors(all);
      const gap = ((destroyedAt - backupBegan.getTime()) / 1_000).toFixed(0);
      return `${lost.length} of ${all.size} operations; the backup began ${gap} s before (RPO)`;
    });
    await report.check('every payment has its purchase', async () => {
      const paid = await paidOrders(client);
      const missing = payments.filter((id) => !paid.has(id));
      assert(missing.length === 0, `without a purchase: ${missing.join(', ')}`);
      return `${payments.length} payments`;
    });
  } finally {
    await compose(['down', '--volumes', '--remove-orphans']);
    selectVariant('single');
    rmSync(folder, { recursive: true, force: true });
  }
}
