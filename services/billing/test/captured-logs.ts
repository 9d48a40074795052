import { jest } from '@jest/globals';

/** One line of the log. */
export type LogLine = Record<string, unknown> & { msg?: string };

/**
 * Captures the log lines of services that start from now on and does not print them. (Pino
 * bypasses `process.stdout` unless a caller has replaced its `write`.)
 */
export const captureLogs = (): { text: () => string; lines: () => LogLine[] } => {
  let text = '';
  const write = process.stdout.write.bind(process.stdout);
  jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    if (!String(chunk).startsWith('{"level"')) return write(chunk);
    text += String(chunk);
    return true;
  });
  return {
    text: () => text,
    lines: () =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as LogLine),
  };
};
