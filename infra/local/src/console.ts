import { stripVTControlCharacters, styleText } from 'node:util';

export type Color = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'dim' | 'bold';

/** Colors a text if the console supports it and NO_COLOR is not set. */
export const color = (name: Color, text: string): string => styleText(name, text);

/** Prints a line. A closed pipe does not end the launcher. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Prints lines in a frame. */
export function printBox(lines: string[]): void {
  const widthOf = (line: string) => stripVTControlCharacters(line).length;
  const width = Math.max(...lines.map(widthOf));
  const edge = '─'.repeat(width + 2);
  print(`╭${edge}╮`);
  for (const line of lines) print(`│ ${line}${' '.repeat(width - widthOf(line))} │`);
  print(`╰${edge}╯`);
}

process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

/** Time since `startedAt` (performance.now()) as text. */
export function elapsed(startedAt: number): string {
  const seconds = (performance.now() - startedAt) / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
