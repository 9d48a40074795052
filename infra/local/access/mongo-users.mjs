// Makes the users of processes in MongoDB, each with its own database only. Repeated, it changes nothing. It runs in
// an image of a service, which has the driver.
import { readFileSync } from 'node:fs';
import { MongoClient } from 'mongodb';
import { databases, passwordOf } from './users.mjs';

/** FerretDB has these two roles only, and only together: there each user reaches all databases. */
const FERRETDB_ROLES = [
  { role: 'clusterAdmin', db: 'admin' },
  { role: 'readWriteAnyDatabase', db: 'admin' },
];

/**
 * @param {import('mongodb').Db} admin
 * @param {string} name
 * @param {object} user
 */
const makeUser = async (admin, name, user) => {
  const { users } = await admin.command({ usersInfo: name });
  if (users.length === 0) await admin.command({ createUser: name, ...user });
  else await admin.command({ updateUser: name, ...user });
};

const { MONGODB_HOST = '', MONGODB_USER = '', MONGODB_PASSWORD_FILE = '' } = process.env;
const password = readFileSync(MONGODB_PASSWORD_FILE, 'utf8').trim();
const client = new MongoClient(`mongodb://${MONGODB_HOST}/?authSource=admin`, {
  auth: { username: MONGODB_USER, password },
  serverSelectionTimeoutMS: 120_000,
});
try {
  const admin = client.db('admin');
  const { ferretdb } = await admin.command({ buildInfo: 1 });
  for (const [name, db] of Object.entries(databases)) {
    const roles = ferretdb ? FERRETDB_ROLES : [{ role: 'readWrite', db }];
    await makeUser(admin, name, { pwd: passwordOf(password, name), roles });
  }
} finally {
  await client.close();
}
console.log('the users of MongoDB are made');
