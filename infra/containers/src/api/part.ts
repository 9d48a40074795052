import { setTimeout as pause } from 'node:timers/promises';
import { counted, productFor, type Administrator } from '../counted.ts';
import { compose } from '../docker.ts';
import type { Report } from '../report.ts';

const PROGRAM = [
  '--conditions=@ctdb/source',
  '--import',
  './services/chassis/register.mjs',
  'infra/containers/src/api/main.ts',
];

/** Two events that media can only give up: they name no disease. The test knows them by their ids. */
const GIVE_UP = `
  import { randomBytes } from 'node:crypto';
  import { readFileSync } from 'node:fs';
  import amqp from 'amqplib';
  const connection = await amqp.connect(readFileSync(process.env.RABBITMQ_URL_FILE, 'utf8').trim());
  const channel = await connection.createConfirmChannel();
  for (let each = 0; each < 2; each += 1) {
    const id = 'a91de77e-0000-4000-8000-' + randomBytes(6).toString('hex');
    const type = 'catalog.disease.deleted.v1';
    const event = { id, name: type, at: new Date().toISOString(), actor: { role: 'anonymous' },
      requestId: 'given-up-on-purpose', traceparent: '', payload: { patientName: 'Anita Rao' } };
    channel.sendToQueue('events.media', Buffer.from(JSON.stringify(event)),
      { messageId: id, type, contentType: 'application/json', persistent: true });
  }
  await channel.waitForConfirms();
  await connection.close();`;

/** Releases whatever payment is held, as PayPal's people would. */
const RELEASE = `
  import { readFileSync } from 'node:fs';
  const { PAYPAL_SANDBOX_PORT: port, PAYPAL_SANDBOX_CLIENT_ID: id, PAYPAL_SANDBOX_CLIENT_SECRET_FILE: file } = process.env;
  const authorization = 'Basic ' + Buffer.from(id + ':' + readFileSync(file, 'utf8').trim()).toString('base64');
  const ask = (path, method) => fetch('http://127.0.0.1:' + port + '/_control/' + path, { method, headers: { authorization } });
  const { captures } = await (await ask('ledger', 'GET')).json();
  for (const { id, status } of captures) if (status === 'PENDING') await ask('captures/' + id + '/release', 'POST');`;

const run = (service: string, program: string): Promise<string> =>
  compose(['exec', '-T', service, 'node', '--input-type=module', '-e', program]);

/** Plays those who are not reached by HTTP until `work` is over. */
async function withHelpers(work: () => Promise<void>): Promise<void> {
  await run('ops', GIVE_UP);
  const over = new AbortController();
  const releasing = (async () => {
    while (!over.signal.aborted) {
      await run('paypal-sandbox', RELEASE);
      await pause(2_000, undefined, { signal: over.signal }).catch(() => undefined);
    }
  })();
  // Awaited below; until then its failure is nobody's.
  releasing.catch(() => undefined);
  try {
    await work();
  } finally {
    over.abort();
    await releasing;
  }
}

/** The API's test against what runs in the containers; it counts itself. */
export async function testApi(report: Report, administrator: Administrator): Promise<void> {
  await withHelpers(() => counted(report, PROGRAM, productFor(administrator)));
}
