// Prints what an operator imports into his own servers: `rabbitmq`, `redis` or `storage`; for `mongodb` what createUser
// or updateUser takes of each user. SECRET is the password of the server's administrator; those of the users come from
// it, and are printed by `passwords`.
import { rabbitmqDefinitions } from './rabbitmq-users.mjs';
import {
  BACKUP_USER,
  bucketName,
  databaseRoles,
  passwordOf,
  processes,
  redisUsers,
  storagePolicies,
} from './users.mjs';

const { SECRET: secret = '', ADMINISTRATOR: administrator = 'ctdb' } = process.env;
const texts = {
  mongodb: () =>
    databaseRoles()
      .map(({ user, roles }) => JSON.stringify({ user, pwd: passwordOf(secret, user), roles }))
      .join('\n'),
  rabbitmq: () => rabbitmqDefinitions({ administrator, secret }),
  redis: () => redisUsers({ secret }),
  storage: () =>
    JSON.stringify(
      storagePolicies((bucket) => [bucketName(process.env, bucket)]),
      undefined,
      2,
    ),
  passwords: () =>
    [...processes, BACKUP_USER].map((name) => `${name}: ${passwordOf(secret, name)}`).join('\n'),
};
const make = texts[/** @type {keyof typeof texts} */ (process.argv[2] ?? '')];
if (make === undefined || secret === '') {
  console.error(
    `Usage: SECRET=… node infra/local/access/print.mjs ${Object.keys(texts).join('|')}`,
  );
  process.exit(1);
}
console.log(make());
