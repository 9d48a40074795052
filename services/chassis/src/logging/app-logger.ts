import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Level, type Logger } from 'pino';
import { currentContext } from '../context/message-context.js';
import { serializeError, redact } from './redaction.js';

const COUNTED_LEVELS = new Set<Level>(['warn', 'error', 'fatal']);

/** Fields of every line: of the work that it belongs to. */
const contextFields = (): object => {
  const context = currentContext();
  if (!context) return {};
  const [, traceId, spanId] = context.traceparent.split('-');
  return { requestId: context.requestId, traceId, spanId };
};

const toFields = (details: readonly unknown[]): Record<string, unknown> => {
  const fields: Record<string, unknown> = {};
  const texts: string[] = [];
  for (const detail of details) {
    if (detail instanceof Error) fields['err'] = detail;
    else if (typeof detail === 'string') texts.push(detail);
    else if (typeof detail === 'object' && detail !== null) Object.assign(fields, detail);
  }
  // Nest passes the stack (of errors only) and then the name of the class that logs.
  const context = texts.pop();
  if (context !== undefined) fields['context'] = context;
  if (texts[0] !== undefined) fields['stack'] = texts[0];
  return fields;
};

/**
 * Structured logs: one JSON object a line, with service, request id, trace id and span id.
 * Every method takes a message, then in any order an `Error` and objects with fields:
 * `logger.warn('slow answer', { milliseconds })`. Secrets and personal data are masked by key.
 * It is Nest's logger as well.
 */
export class AppLogger implements LoggerService {
  /** Is called for each line of level `warn` or above that names an `event`, to count it for alerts. */
  onEvent?: (event: string, level: string) => void;
  private readonly pino: Logger;

  constructor(service: string, level: string, destination?: DestinationStream) {
    const options = {
      level,
      base: { service, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: contextFields,
      serializers: { err: serializeError },
      formatters: {
        level: (label: string) => ({ level: label }),
        log: (fields: object) => redact(fields) as Record<string, unknown>,
      },
    };
    this.pino = destination ? pino(options, destination) : pino(options);
  }

  fatal = (message: unknown, ...details: unknown[]): void => this.write('fatal', message, details);
  error = (message: unknown, ...details: unknown[]): void => this.write('error', message, details);
  warn = (message: unknown, ...details: unknown[]): void => this.write('warn', message, details);
  info = (message: unknown, ...details: unknown[]): void => this.write('info', message, details);
  /** Nest's name of {@link info}. */
  log = (message: unknown, ...details: unknown[]): void => this.write('info', message, details);
  debug = (message: unknown, ...details: unknown[]): void => this.write('debug', message, details);
  /** Nest's name of the level below `debug`. */
  verbose = (message: unknown, ...details: unknown[]): void =>
    this.write('trace', message, details);

  private write(level: Level, message: unknown, details: readonly unknown[]): void {
    if (!this.pino.isLevelEnabled(level)) return;
    const fields = toFields(details);
    const { event } = fields;
    if (typeof event === 'string' && COUNTED_LEVELS.has(level)) this.onEvent?.(event, level);
    if (message instanceof Error) {
      this.pino[level]({ ...fields, err: message }, message.message);
    } else if (typeof message === 'object' && message !== null) {
      this.pino[level]({ ...message, ...fields });
    } else {
      this.pino[level](fields, String(message));
    }
  }
}
