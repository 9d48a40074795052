import { color, type Color } from '../console.ts';

const colors: Record<string, Color> = {
  trace: 'dim',
  debug: 'dim',
  warn: 'yellow',
  error: 'red',
  fatal: 'red',
};
const MAX_DETAIL_LENGTH = 300;

/** Contexts of NestJS' start messages. They are written to the log file only. */
const NEST_CONTEXTS =
  /^(NestFactory|InstanceLoader|RoutesResolver|RouterExplorer|NestApplication|NestMicroservice)$/;

/** Fields that add nothing to the message. */
const COMMON_FIELDS = new Set(
  'level time pid hostname service name context msg err error stack'.split(' '),
);

/**
 * Formats a JSON log line for the console; other lines stay as they are. Undefined if the line is left out.
 */
export function formatLogLine(line: string): string | undefined {
  const record = parseRecord(line);
  if (record === undefined) return line.trim() === '' ? undefined : line;
  const level = String(record['level'] ?? 'info');
  const isInfo = level === 'info';
  if (isInfo && NEST_CONTEXTS.test(String(record['context']))) return undefined;
  const text = `${level.padEnd(5)} ${String(record['msg'] ?? '')}${details(record)}${furtherFields(record, isInfo)}`;
  return colors[level] === undefined ? text : color(colors[level], text);
}

/** A line as a JSON record, if it is one. */
export function parseRecord(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function details(record: Record<string, unknown>): string {
  const error = record['err'] ?? record['error'];
  if (typeof error === 'string') return `: ${error}`;
  if (typeof error !== 'object' || error === null) return '';
  const { message, stack } = error as { message?: unknown; stack?: unknown };
  const text = typeof stack === 'string' ? stack : message;
  return text === undefined ? '' : `: ${String(text)}`;
}

/** The other fields of a line. Ids help only with warnings and errors. */
function furtherFields(record: Record<string, unknown>, isInfo: boolean): string {
  const rest = Object.entries(record)
    .filter(([name]) => !COMMON_FIELDS.has(name) && !(isInfo && /Id$/.test(name)))
    .map(
      ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
  return rest.join('').slice(0, MAX_DETAIL_LENGTH);
}
