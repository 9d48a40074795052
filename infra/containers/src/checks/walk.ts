import { attempt } from '../command.ts';
import { compose } from '../docker.ts';
import type { Client } from '../http/client.ts';
import { upload } from '../http/image.ts';
import { must, type Report } from '../report.ts';
import { origin } from '../settings.ts';
import { until } from '../until.ts';
import { processes } from './processes.ts';
import { backup, deployment } from './runs.ts';
import { SAMPLES } from './samples.ts';

const SOON_MS = 60_000;

interface Disease {
  id: string;
  nameEn: string;
}
interface Treatment {
  id: string;
  images: { filename: string; title: string }[];
}
interface Overview {
  ops?: { processes: { name: string; state: string }[]; waitingDeadLetters: number };
}

/** What an operator looks at first, over HTTP: each service has a part in it. */
export async function walk(report: Report, client: Client): Promise<void> {
  await report.check('a browser gets the registry', async () => {
    const page = await client.send({ path: '/' });
    const text = new TextDecoder().decode(page.bytes);
    must(
      page.status === 200 && text.includes('<div id="root"'),
      `the first page is ${page.status}`,
    );
    const all = await client.json<Disease[]>({ path: '/api/diseases' });
    must(all.length >= SAMPLES, `${all.length} diseases instead of ${SAMPLES}`);
    const sample = `/api/treatments/disease/${all[0]?.id ?? ''}`;
    const { images } = await client.json<Treatment>({ path: sample });
    must(images.length > 0, 'a sample has no image');
    return `${all.length} diseases`;
  });
  const made: string[] = [];
  await report.check('an image is stored and shown', () => imageStored(client, made));
  await report.check('a full backup of all images', () => backedUp(client));
  await report.check('what was made is deleted', async () => {
    // The journeys count on the samples and nothing else.
    for (const id of made) await client.json({ method: 'DELETE', path: `/api/diseases/${id}` });
  });
  await report.check('every process tells of itself', async () => {
    const found = await until('all processes are ready', SOON_MS, async () => {
      const { ops } = await client.json<Overview>({ path: '/api/operations' });
      const ready = ops?.processes.filter(({ state }) => state === 'ready') ?? [];
      return processes.every((one) => ready.some(({ name }) => name === one)) ? ops : undefined;
    });
    must(found.waitingDeadLetters === 0, `${found.waitingDeadLetters} events were given up`);
    return `${found.processes.length} of them`;
  });
  await report.check('a release is built, made live and found', async () =>
    deployment.ended(client, await deployment.begin(client)),
  );
  await report.check('payments are taken in test', async () => {
    const { mode } = await client.json<{ mode: string }>({ path: '/paypal/setup' });
    must(mode === 'test', `the mode is ${mode}`);
  });
  await report.check('nothing else is reached from outside', onlyTheEntrance);
}

async function imageStored(client: Client, made: string[]): Promise<string> {
  const disease = await client.json<Disease>({
    method: 'POST',
    path: '/api/diseases',
    body: { nameEn: `Walk ${Date.now()}`, nameKn: 'ಪರೀಕ್ಷೆ', category: 'Other' },
  });
  made.push(disease.id);
  const treatment = await client.json<Treatment>({
    method: 'POST',
    path: '/api/treatments',
    body: { diseaseId: disease.id },
  });
  const form = upload(treatment.id, 'Walk');
  const began = performance.now();
  await client.json({ method: 'POST', path: '/api/treatments/images', body: form });
  const took = performance.now() - began;
  const detail = await client.json<Treatment>({ path: `/api/treatments/disease/${disease.id}` });
  const path = `/uploads/${detail.images[0]?.filename ?? ''}?size=thumb`;
  const shown = await client.send({ path, asImage: true });
  must(
    shown.status === 200 && shown.bytes.length > 50,
    `the image is answered with ${shown.status}`,
  );
  return `answered in ${took.toFixed(0)} ms`;
}

async function backedUp(client: Client): Promise<string> {
  const images = await backup.ended(client, await backup.begin(client));
  const files = await compose(['exec', '-T', 'media-worker', 'node', '-e', COUNT_BACKUPS]);
  must(Number(files) >= images, `${files.trim()} files for ${images} images`);
  return `${images} images`;
}

const COUNT_BACKUPS = `
  const { readdirSync } = require('node:fs');
  console.log(readdirSync('/backups', { withFileTypes: true, recursive: true }).filter((one) => one.isFile()).length);`;

/** Ports on all or any address of this machine: only those of the entrance and of the buyer's page. */
async function onlyTheEntrance(): Promise<string> {
  const listed = await compose(['ps', '--format', '{{.Service}} {{.Ports}}']);
  const open = listed.split('\n').filter((line) => line.includes('->'));
  const strangers = open.filter((line) => !/^(gateway|edge|paypal-sandbox) /.test(line));
  must(strangers.length === 0, strangers.join('\n'));
  const { code } = await attempt('curl', ['-sf', `${origin}/metrics`]);
  must(code !== 0, 'metrics are told to everybody');
  return open.map((line) => line.split(' ')[0]).join(', ');
}
