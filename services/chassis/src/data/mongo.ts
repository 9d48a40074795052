import { setTimeout as pause } from 'node:timers/promises';
import { createConnection, type Connection, type ConnectOptions } from 'mongoose';
import type { AppLogger } from '../logging/app-logger.js';
import { currentContext } from '../context/message-context.js';
import type { Span, Tracing } from '../tracing/tracing.js';
import { onConnect } from './sockets.js';

const INITIAL_BACKOFF_MS = 200;
const MAX_BACKOFF_MS = 5_000;

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

/** Ports of the servers in a connection string, and the default one. In a password `:` is encoded. */
const portsOf = (uri: string): Set<number> =>
  new Set([27_017, ...[...uri.matchAll(/:(\d+)(?=[,/?]|$)/g)].map(([, port]) => Number(port))]);

/** A span for each command that a request or an event sends to MongoDB: what it does and where, no values. */
const traceCommands = (connection: Connection, tracing: Tracing): void => {
  const spans = new Map<number, Span>();
  const end = (requestId: number, failure?: string): void => {
    spans.get(requestId)?.end({ failure });
    spans.delete(requestId);
  };
  connection
    .getClient()
    .on('commandStarted', ({ requestId, commandName, databaseName, command }) => {
      const context = currentContext();
      if (!context) return;
      const { [commandName]: named, collection = named } = command;
      const target = typeof collection === 'string' ? collection : databaseName;
      const attributes = {
        'db.system.name': 'mongodb',
        'db.namespace': databaseName,
        'db.collection.name': target,
        'db.operation.name': commandName,
      };
      const name = `${commandName} ${target}`;
      const span = tracing.startSpan({ name, kind: 'client', attributes }, context.traceparent);
      if (span) spans.set(requestId, span);
    })
    .on('commandSucceeded', ({ requestId }) => end(requestId))
    .on('commandFailed', ({ requestId, failure }) => end(requestId, failure.name));
};

/**
 * Connects, and tries again with growing pauses until the database is there. Not by
 * `MongooseModule.forRoot`: that closes the connection before the outbox is published a last time.
 */
export const openMongo = async (
  uri: string,
  database: string,
  { logger, tracing }: { logger: AppLogger; tracing: Tracing },
): Promise<Connection> => {
  // A write to a socket about to close makes the driver (7.8) wait for `drain`, which never comes: commands hang for
  // ever, and with its heartbeat the client. With the event it sees that the connection is closed (ADR 0044).
  const stop = onConnect(portsOf(uri), (socket) =>
    socket.once('close', () => socket.emit('drain')),
  );
  for (let wait = INITIAL_BACKOFF_MS; ; wait = Math.min(MAX_BACKOFF_MS, wait * 2)) {
    const connection = createConnection(uri, {
      ...options,
      dbName: database,
      monitorCommands: tracing.isEnabled,
    });
    try {
      await connection.asPromise();
      if (tracing.isEnabled) traceCommands(connection, tracing);
      connection.once('close', stop);
      connection.on('disconnected', () => logger.warn('the connection to MongoDB is lost'));
      connection.on('reconnected', () => logger.info('connected to MongoDB again'));
      return connection;
    } catch (error) {
      logger.warn('MongoDB cannot be reached', error);
      await connection.destroy().catch(() => undefined);
      await pause(wait);
    }
  }
};

/** Closes the connection on purpose. */
export const closeMongo = async (connection: Connection): Promise<void> => {
  connection.removeAllListeners('disconnected');
  await connection.close();
};
