import { paint } from '../console.ts';

const labels: Record<string, [label: string, colour?: 'red' | 'yellow' | 'dim']> = {
  trace: ['trace', 'dim'],
  debug: ['debug', 'dim'],
  info: ['info'],
  warn: ['warn', 'yellow'],
  error: ['error', 'red'],
  fatal: ['fatal', 'red'],
};
const numbered: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** A service's log line for a person: level and message of a JSON line, anything else as it is. */
export function renderLine(line: string): string {
  const record = parseRecord(line);
  if (record === undefined) return line;
  const level = typeof record['level'] === 'number' ? numbered[record['level']] : record['level'];
  const [label, colour] = labels[String(level)] ?? [String(level ?? 'info')];
  const text = `${label.padEnd(5)} ${String(record['msg'] ?? record['message'] ?? '')}${details(record)}`;
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
