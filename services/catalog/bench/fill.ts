import { readFileSync } from 'node:fs';
import { createConnection } from 'mongoose';
import { corpus } from './corpus.js';
import { insertBenchmarkData } from './load.js';
import { print } from './support.js';

/**
 * Adds diseases, and as many history entries, to the database of an installation that is to be
 * measured: `fill.ts 100000`, with MONGODB_URI (or MONGODB_URI_FILE) and MONGODB_DB as for the service.
 */
const size = Number(process.argv[2]);
if (!Number.isInteger(size) || size < 1) throw new Error('say how many diseases');
const { MONGODB_URI, MONGODB_URI_FILE, MONGODB_DB } = process.env;
const uri = MONGODB_URI ?? readFileSync(MONGODB_URI_FILE ?? '', 'utf8').trim();
const connection = createConnection(uri, { dbName: MONGODB_DB ?? 'catalog' });
await connection.asPromise();
await insertBenchmarkData(connection, corpus(size), size);
await connection.close();
print(`added ${size} diseases`);
