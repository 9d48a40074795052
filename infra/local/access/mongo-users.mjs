// Makes the users of processes in MongoDB, each with its own database, and the one of backups. Repeated, it changes nothing. It runs in
// an image of a service, which has the driver.
import { readFileSync } from 'node:fs';
import { MongoClient } from 'mongodb';
import { databaseRoles, passwordOf } from './users.mjs';

const { MONGODB_HOST = '', MONGODB_USER = '', MONGODB_PASSWORD_FILE = '' } = process.env;
const password = readFileSync(MONGODB_PASSWORD_FILE, 'utf8').trim();
const client = new MongoClient(`mongodb://${MONGODB_HOST}/?authSource=admin`, {
  auth: { username: MONGODB_USER, password },
  serverSelectionTimeoutMS: 120_000,
});
try {
  const admin = client.db('admin');
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
