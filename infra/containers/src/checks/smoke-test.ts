import { compose, runUnchecked } from '../docker.ts';
import { uploadForm, type Client } from '../load/client.ts';
import { assert, waitUntil, type Report } from '../report.ts';
import { origin } from '../settings.ts';
import { productServices } from './containers.ts';
import { backup, deployment } from './long-operation.ts';

const POLL_TIMEOUT_MS = 60_000;
/** The number of diseases in a new registry. */
const SAMPLES = 24;

interface Disease {
  id: string;
  nameEn: string;
}
interface Treatment {
  id: string;
  images: { filename: string; title: string }[];
}
interface Overview {
  ops?: {
    processes: { name: string; state: string }[];
    waitingDeadLetters: number;
    unknown?: string[];
  };
}

/** Uses each service over HTTP. */
export async function smokeTest(report: Report, client: Client): Promise<void> {
  await report.check('a browser gets the registry', async () => {
    const page = await client.send({ path: '/' });
    const text = new TextDecoder().decode(page.bytes);
    assert(
      page.status === 200 && text.includes('<div id="root"'),
      `the first page is ${page.status}`,
    );
    const all = await client.json<Disease[]>({ path: '/api/diseases' });
    assert(all.length >= SAMPLES, `${all.length} diseases instead of ${SAMPLES}`);
    const sample = `/api/treatments/disease/${all[0]?.id ?? ''}`;
    const { images } = await client.json<Treatment>({ path: sample });
    assert(images.length > 0, 'a sample has no image');
    return `${all.length} diseases`;
  });
  const createdIds: string[] = [];
  await report.check('an image is stored and shown', () => checkImage(client, createdIds));
  await report.check('a full backup of all images', () => checkFullBackup(client));
  await report.check('the test data is deleted', async () => {
    // The browser tests expect the sample data alone.
    for (const id of createdIds)
      await client.json({ method: 'DELETE', path: `/api/diseases/${id}` });
  });
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
  await report.check('a release is built and served', async () =>
    deployment.waitForEnd(client, await deployment.start(client)),
  );
  await report.check('payments are in test mode', async () => {
    const { mode } = await client.json<{ mode: string }>({ path: '/paypal/setup' });
    assert(mode === 'test', `the mode is ${mode}`);
  });
  await report.check('no other port is published', checkPublishedPorts);
}

async function checkImage(client: Client, createdIds: string[]): Promise<string> {
  const disease = await client.json<Disease>({
    method: 'POST',
    path: '/api/diseases',
    body: { nameEn: `Smoke test ${Date.now()}`, nameKn: 'ಪರೀಕ್ಷೆ', category: 'Other' },
  });
  createdIds.push(disease.id);
  const treatment = await client.json<Treatment>({
    method: 'POST',
    path: '/api/treatments',
    body: { diseaseId: disease.id },
  });
  const form = uploadForm(treatment.id, 'Smoke test');
  const began = performance.now();
  await client.json({ method: 'POST', path: '/api/treatments/images', body: form });
  const took = performance.now() - began;
  const detail = await client.json<Treatment>({ path: `/api/treatments/disease/${disease.id}` });
  const path = `/uploads/${detail.images[0]?.filename ?? ''}?size=thumb`;
  const shown = await client.send({ path, asImage: true });
  assert(shown.status === 200 && shown.bytes.length > 50, `the image has status ${shown.status}`);
  return `stored in ${took.toFixed(0)} ms`;
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
