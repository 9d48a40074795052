import { compose, runUnchecked } from '../docker.ts';
import type { Client } from '../load/client.ts';
import { assert, waitUntil, type Report } from '../report.ts';
import { origin } from '../settings.ts';
import { productServices } from './containers.ts';
import { backup } from './long-operation.ts';

const POLL_TIMEOUT_MS = 60_000;
/** The number of diseases in a new registry. */
const SAMPLES = 24;

interface Overview {
  ops?: {
    processes: { name: string; state: string }[];
    waitingDeadLetters: number;
    unknown?: string[];
  };
}

/** What the browser tests do not see: files of backups, the state of processes, and ports. */
export async function smokeTest(report: Report, client: Client): Promise<void> {
  await report.check('a full backup of all images', () => checkFullBackup(client));
  await report.check('every process reports that it is ready', async () => {
    const found = await waitUntil('all processes are ready', POLL_TIMEOUT_MS, async () => {
      const { ops } = await client.json<Overview>({ path: '/api/operations' });
      const ready = ops?.processes.filter(({ state }) => state === 'ready') ?? [];
      return productServices.every((one) => ready.some(({ name }) => name === one))
        ? ops
        : undefined;
    });
    assert(found.unknown === undefined, `${found.unknown?.join(', ')} cannot be read`);
    assert(found.waitingDeadLetters === 0, `${found.waitingDeadLetters} dead letters`);
    return `${found.processes.length} of them`;
  });
  await report.check('no other port is published', checkPublishedPorts);
}

async function checkFullBackup(client: Client): Promise<string> {
  const images = await backup.waitForEnd(client, await backup.start(client));
  const files = await compose(['exec', '-T', 'media-worker', 'node', '-e', COUNT_FILES_PROGRAM]);
  assert(Number(files) >= images, `${files.trim()} files for ${images} images`);
  return `${images} images`;
}

const COUNT_FILES_PROGRAM = `
  const { readdirSync } = require('node:fs');
  console.log(readdirSync('/backups', { withFileTypes: true, recursive: true }).filter((one) => one.isFile()).length);`;

/** Only the gateway or reverse proxy and the PayPal simulator publish ports. */
async function checkPublishedPorts(): Promise<string> {
  const listed = await compose(['ps', '--format', '{{.Service}} {{.Ports}}']);
  const open = listed.split('\n').filter((line) => line.includes('->'));
  const unexpected = open.filter((line) => !/^(gateway|edge|paypal-sandbox) /.test(line));
  assert(unexpected.length === 0, unexpected.join('\n'));
  const { code } = await runUnchecked('curl', ['-sf', `${origin}/metrics`]);
  assert(code !== 0, 'metrics are public');
  return open.map((line) => line.split(' ')[0]).join(', ');
}

/** Two of each process start at once on empty databases: the sample data exists once. */
export async function checkSamples(report: Report, client: Client): Promise<void> {
  await report.check('the sample data exists once', async () => {
    const all = await client.json<{ id: string; nameEn: string }[]>({ path: '/api/diseases' });
    const names = new Set(all.map(({ nameEn }) => nameEn));
    assert(
      all.length === SAMPLES && names.size === SAMPLES,
      `${all.length} diseases, ${names.size} names`,
    );
    const counts = await waitUntil('every sample has an image', POLL_TIMEOUT_MS, async () => {
      const found = await Promise.all(all.map(({ id }) => countImages(client, id)));
      return found.every((count) => count > 0) ? found : undefined;
    });
    const images = counts.reduce((sum, count) => sum + count, 0);
    assert(images === SAMPLES, `${images} images of ${SAMPLES} samples`);
    return `${all.length} diseases, ${images} images`;
  });
}

async function countImages(client: Client, diseaseId: string): Promise<number> {
  const path = `/api/treatments/disease/${diseaseId}`;
  return (await client.json<{ images: unknown[] }>({ path })).images.length;
}
