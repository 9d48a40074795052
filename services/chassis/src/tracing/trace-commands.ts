import type { Connection } from 'mongoose';
import { currentContext } from '../context/message-context.js';
import type { Span, Tracing } from './tracing.js';

/** A span for each command that a request or an event sends to MongoDB: what it does and where, no values. */
export const traceCommands = (connection: Connection, tracing: Tracing): void => {
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
