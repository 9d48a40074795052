import { backup, restore } from './commands/backup.ts';
import { reconcilePayments, resetOwner, transferImages, verifyAudit } from './commands/beside.ts';
import { dev } from './commands/dev.ts';
import { moveData } from './commands/move-data.ts';
import { nightly } from './testing/nightly.ts';
import { servers, start } from './product/run-product.ts';
import { test } from './testing/test.ts';
import { color, createStopSignal, print } from './console.ts';
import { formatError } from './failure.ts';

/** The commands of the launcher. Each returns the exit code. */
const commands: Record<string, (signal: AbortSignal, args: string[]) => Promise<number>> = {
  start,
  dev,
  test,
  nightly,
  servers,
  'move-data': moveData,
  'reconcile-payments': reconcilePayments,
  'reset-owner': resetOwner,
  'verify-audit': verifyAudit,
  'export-images': (stop, args) => transferImages('export', stop, args),
  'import-images': (stop, args) => transferImages('import', stop, args),
  backup,
  restore,
};

// Servers that run as other users read some files; what is secret has a mode of its own.
process.umask(0o022);
const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];
const signal = createStopSignal();
if (command === undefined) {
  print(`Unknown command "${name}". Commands: ${Object.keys(commands).join(', ')}.`);
  process.exitCode = 2;
} else {
  try {
    process.exitCode = await command(signal, args);
  } catch (error) {
    if (signal.aborted) print('Stopped.');
    else print(`\n${color('red', '✖')} ${formatError(error)}`);
    process.exitCode = signal.aborted ? 130 : 1;
  }
}
// Exits even if a timer or a connection is still open.
process.exit();
