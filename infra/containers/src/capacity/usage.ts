import { run } from '../command.ts';
import { project } from '../settings.ts';

/** What the containers of a service take together. */
export interface Usage {
  /** Processors, as `docker stats` says: 0.5 is half of one. */
  cores: number;
  /** The most that one of them has; MiB. */
  memory: number;
}

const UNITS: Record<string, number> = { B: 1 / 2 ** 20, KiB: 1 / 1024, MiB: 1, GiB: 1024 };
const LINE = /^(\S+)-\d+ ([\d.]+)% ([\d.]+)(\w+) /;

/** What each service of the composition takes now. */
export async function usage(): Promise<Map<string, Usage>> {
  const format = '{{.Name}} {{.CPUPerc}} {{.MemUsage}}';
  const told = await run('docker', ['stats', '--no-stream', '--format', format]);
  const all = new Map<string, Usage>();
  for (const line of told.split('\n')) {
    const [, name = '', percent, size, unit = ''] = LINE.exec(line) ?? [];
    if (!name.startsWith(`${project}-`)) continue;
    const service = name.slice(project.length + 1);
    const { cores, memory } = all.get(service) ?? { cores: 0, memory: 0 };
    all.set(service, {
      cores: cores + Number(percent) / 100,
      memory: Math.max(memory, Number(size) * (UNITS[unit] ?? 0)),
    });
  }
  return all;
}

/** In a line: the most at the front. */
export function usageLine(all: ReadonlyMap<string, Usage>): string {
  return [...all]
    .sort(([, one], [, other]) => other.cores - one.cores)
    .map(([name, { cores, memory }]) => `${name} ${cores.toFixed(2)}/${memory.toFixed(0)} MiB`)
    .join(', ');
}
