import { paint } from '../console.ts';

const labels: Record<string, [label: string, colour?: 'red' | 'yellow' | 'dim']> = {
  trace: ['trace', 'dim'],
  debug: ['debug', 'dim'],
  info: ['info'],
  warn: ['warn', 'yellow'],
  error: ['error', 'red'],
  fatal: ['fatal', 'red'],
};
const MOST_DETAILS = 300;
const numbered: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** What NestJS tells of its own start: of use in the log file only. */
const FRAMEWORK =
  /^(NestFactory|InstanceLoader|RoutesResolver|RouterExplorer|NestApplication|NestMicroservice)$/;

/** Fields of every line, which say nothing new beside its message. */
const COMMON = new Set(
  'level time pid hostname service name context msg message err error stack'.split(' '),
);

/**
 * A service's log line for a person: level and message of a JSON line, anything else as it is.
 * Undefined when it is not worth a line on the console.
 */
export function renderLine(line: string): string | undefined {
  const record = parseRecord(line);
  if (record === undefined) return line.trim() === '' ? undefined : line;
  const level = typeof record['level'] === 'number' ? numbered[record['level']] : record['level'];
  const [label, colour] = labels[String(level)] ?? [String(level ?? 'info')];
  if (label === 'info' && FRAMEWORK.test(String(record['context']))) return undefined;
  const text = `${label.padEnd(5)} ${String(record['msg'] ?? record['message'] ?? '')}${details(record)}${furtherFields(record, label === 'info')}`;
  return colour === undefined ? text : paint(colour, text);
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

/** The rest of a line, such as what is not ready. Ids are of use only where there is trouble to look into. */
function furtherFields(record: Record<string, unknown>, isInfo: boolean): string {
  const rest = Object.entries(record)
    .filter(([name]) => !COMMON.has(name) && !(isInfo && /Id$/.test(name)))
    .map(
      ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
  return rest.join('').slice(0, MOST_DETAILS);
}
