import { processes, redisProcesses } from '@ctdb/launcher/users';
import { compose } from '../docker.ts';
import { assert, type Report } from '../report.ts';

/** Tries with the credentials of catalog-worker what others may do; prints the refusal of each server. */
const PROBE_PROGRAM = `
  import { once } from 'node:events';
  import { readFileSync } from 'node:fs';
  import { connect } from 'amqplib';
  import { Redis } from 'ioredis';
  import { Client } from 'minio';
  import { MongoClient } from 'mongodb';
  const read = (name) => readFileSync(process.env[name + '_FILE'], 'utf8').trim();
  const refusal = (action) => action.then(() => 'nothing', (error) => error.code ?? error.message.split(' ')[0]);

  const redis = new Redis(read('REDIS_URL'));
  console.log('Redis', await refusal(redis.set('session:probe', '1')));
  redis.disconnect();

  const rabbitmq = await connect(read('RABBITMQ_URL'));
  const channel = await rabbitmq.createChannel();
  channel.publish('events', 'billing.probe.happened.v1', Buffer.from('{}'));
  const signal = AbortSignal.timeout(5_000);
  const closed = once(channel, 'error', { signal }).then(([error]) => Promise.reject(error));
  console.log('RabbitMQ', await refusal(closed));
  await rabbitmq.close();

  const { hostname, port } = new URL(process.env.S3_ENDPOINT);
  const keys = { accessKey: read('S3_ACCESS_KEY'), secretKey: read('S3_SECRET_KEY') };
  const storage = new Client({ endPoint: hostname, port: Number(port), useSSL: false, ...keys });
  console.log('storage', await refusal(storage.putObject('images', 'images/probe', 'x')));

  const mongodb = new MongoClient(read('MONGODB_URI'));
  const { ferretdb } = await mongodb.db('catalog').command({ buildInfo: 1 });
  const dropped = () => refusal(mongodb.db('billing').dropCollection('probe'));
  console.log('MongoDB', ferretdb ? 'FerretDB' : await dropped());
  await mongodb.close();`;

const REFUSALS = {
  Redis: ['NOPERM'],
  RabbitMQ: ['403'],
  storage: ['AccessDenied'],
  MongoDB: ['13', 'FerretDB'],
};

const sorted = (names: Iterable<string>): string => [...new Set(names)].sort().join(' ');

/** Each process is connected as its own user, and may do nothing of the others. */
export async function checkUsers(report: Report): Promise<void> {
  await report.check('each process has a user of its own at RabbitMQ', async () => {
    const list = ['rabbitmqctl', '--quiet', 'list_connections', 'user', '--no-table-headers'];
    const users = (await compose(['exec', '-T', 'rabbitmq', ...list])).split('\n').filter(Boolean);
    assert(sorted(users) === sorted(processes), `connected are ${sorted(users)}`);
  });
  await report.check('each process has a user of its own at Redis', async () => {
    const password = (await compose(['exec', '-T', 'redis', 'cat', '/run/config/password'])).trim();
    const account = ['--env', `REDISCLI_AUTH=${password}`];
    const list = await compose(['exec', '-T', ...account, 'redis', 'redis-cli', 'client', 'list']);
    const users = [...list.matchAll(/ user=(\S+)/g)].map(([, user = '']) => user);
    // This check itself is the default user.
    assert(
      sorted(users) === sorted([...redisProcesses, 'default']),
      `connected are ${sorted(users)}`,
    );
  });
  await report.check('no process may do what others do', async () => {
    const program = ['node', '--input-type=module', '-e', PROBE_PROGRAM];
    const output = await compose(['exec', '-T', 'catalog-worker', ...program]);
    const answers = Object.fromEntries(
      output
        .trim()
        .split('\n')
        .map((line) => line.split(' ')),
    ) as Record<string, string>;
    for (const [server, expected] of Object.entries(REFUSALS))
      assert(
        expected.includes(answers[server] ?? ''),
        `${server}: ${answers[server] ?? 'no answer'}`,
      );
    return answers['MongoDB'] === 'FerretDB' ? 'FerretDB limits no user to a database' : undefined;
  });
}
