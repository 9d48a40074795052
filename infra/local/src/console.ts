const coloured = process.env['NO_COLOR'] === undefined && process.stdout.isTTY === true;

const codes = { red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36, dim: 2, bold: 1 };
export type Colour = keyof typeof codes;

/** Colours a text where the console can show it. */
export function paint(colour: Colour, text: string): string {
  return coloured ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text;
}

/** One line for the operator. A console that went away (closed pipe) must not end the launcher. */
export function say(line = ''): void {
  process.stdout.write(`${line}\n`);
}

process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

/** Seconds since `began` (performance.now()), for a person. */
export function took(began: number): string {
  const seconds = (performance.now() - began) / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
