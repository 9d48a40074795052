import { processes, redisProcesses } from '@ctdb/launcher/users';
import { compose } from '../docker.ts';
import { assert, type Report } from '../report.ts';

/** Tries with the credentials of catalog-worker what only billing may do; prints MongoDB's refusal. */
const PROBE_PROGRAM = `
  import { readFileSync } from 'node:fs';
  import { MongoClient } from 'mongodb';
  const mongodb = new MongoClient(readFileSync(process.env.MONGODB_URI_FILE, 'utf8').trim());
  const { ferretdb } = await mongodb.db('catalog').command({ buildInfo: 1 });
  const dropping = mongodb.db('billing').dropCollection('probe');
  const refusal = await dropping.then(() => 'nothing', ({ code }) => code);
  console.log(ferretdb ? 'FerretDB' : refusal);
  await mongodb.close();`;
/** The code of MongoDB for what a user may not do. */
const UNAUTHORIZED = '13';

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
  // services/chassis/test/isolation.test.ts tries the same at the other servers.
  await report.check('no process writes to a database of others', async () => {
    const program = ['node', '--input-type=module', '-e', PROBE_PROGRAM];
    const answer = (await compose(['exec', '-T', 'catalog-worker', ...program])).trim();
    if (answer === 'FerretDB') return 'FerretDB limits no user to a database';
    assert(answer === UNAUTHORIZED, `MongoDB answers ${answer}`);
    return undefined;
  });
}
