import { color } from '../console.ts';

const labels: Record<string, [label: string, colour?: 'red' | 'yellow' | 'dim']> = {
  trace: ['trace', 'dim'],
  debug: ['debug', 'dim'],
  info: ['info'],
  warn: ['warn', 'yellow'],
  error: ['error', 'red'],
  fatal: ['fatal', 'red'],
};
const MAX_DETAIL_LENGTH = 300;
const numbered: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** Contexts of NestJS' start messages. They are written to the log file only. */
const NEST_CONTEXTS =
  /^(NestFactory|InstanceLoader|RoutesResolver|RouterExplorer|NestApplication|NestMicroservice)$/;

/** Fields that add nothing to the message. */
const COMMON_FIELDS = new Set(
  'level time pid hostname service name context msg message err error stack'.split(' '),
);

/**
 * Formats a JSON log line for the console; other lines stay as they are. Undefined if the line is left out.
 */
export function formatLogLine(line: string): string | undefined {
  const record = parseRecord(line);
  if (record === undefined) return line.trim() === '' ? undefined : line;
  const level = typeof record['level'] === 'number' ? numbered[record['level']] : record['level'];
  const [label, colour] = labels[String(level)] ?? [String(level ?? 'info')];
  if (label === 'info' && NEST_CONTEXTS.test(String(record['context']))) return undefined;
  const text = `${label.padEnd(5)} ${String(record['msg'] ?? record['message'] ?? '')}${details(record)}${furtherFields(record, label === 'info')}`;
  return colour === undefined ? text : color(colour, text);
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
