import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Level, type Logger } from 'pino';
import { currentContext } from '../context/message-context.js';
import secretFields from './secret-fields.json' with { type: 'json' };

const secretKeys = new Set(secretFields.map((key) => key.toLowerCase()));

const MAX_DEPTH = 6;
const CUT = '[too deep]';

/** Replaces a secret in a log line. */
const REDACTED = '[redacted]';

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/**
 * A copy of `value` that may be logged: secrets and personal data are masked by their key, whatever
 * its case, down to six levels; what lies deeper is cut off. Instances of classes (dates, errors)
 * are left to the logger's serialisers.
 */
const redact = (value: unknown, depth = 0): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return depth >= MAX_DEPTH ? CUT : value.map((item: unknown) => redact(item, depth + 1));
  }
  if (!isPlain(value)) return value;
  if (depth >= MAX_DEPTH) return CUT;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      secretKeys.has(key.toLowerCase()) ? REDACTED : redact(item, depth + 1),
    ]),
  );
};

/**
 * An error as it is logged: kind, message, code, stack and causes, none of its other fields, which may hold
 * what a user typed.
 */
const serializeError = (error: unknown, depth = 0): object => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const code = (error as { code?: unknown }).code;
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(error.cause !== undefined &&
      depth < 3 && { cause: serializeError(error.cause, depth + 1) }),
  };
};

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
