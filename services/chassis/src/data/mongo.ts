import { setTimeout as pause } from 'node:timers/promises';
import { createConnection, type Connection, type ConnectOptions } from 'mongoose';
import type { AppLogger } from '../logging/app-logger.js';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

const options: ConnectOptions = {
  serverSelectionTimeoutMS: 3_000,
  connectTimeoutMS: 3_000,
  // Longer than any caller waits for a query.
  socketTimeoutMS: 30_000,
  maxPoolSize: 50,
  // Fail at once instead of collecting work for a database that is away.
  bufferCommands: false,
  writeConcern: { w: 'majority' },
};

/** Connects, and tries again with growing pauses until the database is there. */
export const openMongo = async (
  uri: string,
  database: string,
  logger: AppLogger,
): Promise<Connection> => {
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(LONGEST_PAUSE_MS, wait * 2)) {
    const connection = createConnection(uri, { ...options, dbName: database });
    try {
      await connection.asPromise();
      connection.on('disconnected', () => logger.warn('the connection to the database is lost'));
      connection.on('reconnected', () => logger.info('connected to the database again'));
      return connection;
    } catch (error) {
      logger.warn('the database cannot be reached', error);
      await connection.destroy().catch(() => undefined);
      await pause(wait);
    }
  }
};

/** Rejects when the database does not answer. */
export const pingMongo = async (connection: Connection): Promise<void> => {
  if (!connection.db) throw new Error('the database is not connected');
  await connection.db.command({ ping: 1 });
};

/** Closes the connection on purpose. */
export const closeMongo = async (connection: Connection): Promise<void> => {
  connection.removeAllListeners('disconnected');
  await connection.close();
};
