/**
 * `npm run bench`: the product beside PocketBase on the same data, as a table and as JSON.
 * `npm run bench -- uploads` and `npm run bench -- backups`: media beside the bare libraries.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  createStopSignal,
  formatError,
  openTemporarySession,
  repository,
  runCommand,
  type LauncherSession,
} from '@ctdb/launcher';
import { compare } from './compare.ts';
import { startServers } from './product.ts';
import { describeMachine, formatTable } from './table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    diseases: { type: 'string', default: '100000' },
    'mixed-seconds': { type: 'string', default: '60' },
    json: { type: 'string', default: '.data/bench.json' },
  },
});

type Part = (session: LauncherSession, signal: AbortSignal) => Promise<boolean>;

async function printTable(session: LauncherSession, signal: AbortSignal): Promise<boolean> {
  const options = {
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    diseases: Number(values.diseases),
    mixedSeconds: Number(values['mixed-seconds']),
  };
  const rows = await compare(session, options, signal);
  const machine = describeMachine();
  const file = resolve(repository, values.json);
  mkdirSync(dirname(file), { recursive: true });
  const report = { at: new Date().toISOString(), machine, options, rows };
  writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`);
  const met = rows.filter((row) => row.met).length;
  console.log(`\n${formatTable(rows)}\n`);
  for (const { work, product, pocketBase } of rows)
    for (const failure of [product?.firstFailure, pocketBase?.firstFailure])
      if (failure !== undefined) console.log(`${work}: ${failure}`);
  console.log(`${machine}. ${met} of ${rows.length} goals reached. Also in ${file}.`);
  return met === rows.length;
}

/** Runs a benchmark of the media service, which prints its own figures. */
function mediaPart(script: string): Part {
  return async (session, signal) => {
    const addresses = await startServers(session, signal);
    await runCommand('npm', ['run', script, '-w', '@ctdb/media'], {
      cwd: repository,
      env: { ...process.env, ...addresses },
      signal,
      onLine: console.log,
    });
    return true;
  };
}

const parts: Record<string, Part> = {
  table: printTable,
  uploads: mediaPart('bench:uploads'),
  backups: mediaPart('bench:backups'),
};

const signal = createStopSignal();
const name = positionals[0] ?? 'table';
try {
  const part = parts[name];
  if (part === undefined) throw new Error(`Parts: ${Object.keys(parts).join(', ')}.`);
  const session = await openTemporarySession(process.env, 'bench-runs');
  try {
    process.exitCode = (await part(session, signal)) ? 0 : 1;
  } finally {
    await session.close();
  }
} catch (error) {
  console.log(signal.aborted ? 'Stopped.' : formatError(error));
  process.exitCode = signal.aborted ? 130 : 2;
}
// Exits even if a connection is still open.
process.exit();
