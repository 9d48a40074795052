// Makes the users of processes in MongoDB, each with its own database, and the one of backups. Repeated, it changes nothing. It runs in
// an image of a service, which has the driver.
import { readFileSync } from 'node:fs';
import { MongoClient, MongoServerError } from 'mongodb';
import { databaseRoles, passwordOf } from './users.mjs';

const { MONGODB_HOST = '', MONGODB_USER = '', MONGODB_PASSWORD_FILE = '' } = process.env;
const password = readFileSync(MONGODB_PASSWORD_FILE, 'utf8').trim();
const url = `mongodb://${MONGODB_HOST}/`;
const client = new MongoClient(url, {
  authSource: 'admin',
  auth: { username: MONGODB_USER, password },
  serverSelectionTimeoutMS: 120_000,
});
const AUTHENTICATION_FAILED = 18;

/**
 * Makes the administrator if the server's first start was interrupted before it did. Without any user the server allows this
 * to who connects from its own host, which this program does with compose.
 * @param {unknown} error
 */
const makeAdministrator = async (error) => {
  if (!(error instanceof MongoServerError) || error.code !== AUTHENTICATION_FAILED) throw error;
  const anonymous = new MongoClient(url);
  const administrator = { createUser: MONGODB_USER, pwd: password, roles: ['root'] };
  const made = await anonymous
    .db('admin')
    .command(administrator)
    .then(Boolean, () => false);
  await anonymous.close();
  if (!made) throw error;
};

try {
  const admin = client.db('admin');
  // `buildInfo` needs no rights, but the connection has to authenticate.
  await admin.command({ buildInfo: 1 }).catch(makeAdministrator);
  const { ferretdb } = await admin.command({ buildInfo: 1 });
  for (const { user: name, roles } of databaseRoles()) {
    const user = { pwd: passwordOf(password, name), roles };
    // FerretDB leaves out an empty list, and changes no roles: each of its users reaches all databases.
    const { users = [] } = await admin.command({ usersInfo: name });
    if (users.length === 0) await admin.command({ createUser: name, ...user });
    else await admin.command({ updateUser: name, ...(ferretdb ? { pwd: user.pwd } : user) });
  }
} finally {
  await client.close();
}
console.log('the users of MongoDB are made');
