const hasColors = process.env['NO_COLOR'] === undefined && process.stdout.isTTY === true;

const codes = { red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36, dim: 2, bold: 1 };
export type Color = keyof typeof codes;

/** Colors a text if the console supports it. */
export function color(colour: Color, text: string): string {
  return hasColors ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text;
}

/** Prints a line. A closed pipe does not end the launcher. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

/** Time since `began` (performance.now()) as text. */
export function elapsed(startedAt: number): string {
  const seconds = (performance.now() - startedAt) / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
