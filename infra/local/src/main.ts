import { dev } from './commands/dev.ts';
import { servers } from './commands/servers.ts';
import { start } from './commands/start.ts';
import { test } from './commands/test.ts';
import { say, paint } from './console.ts';
import { describeFailure } from './failure.ts';
import { stopSignals } from './stop-signals.ts';

/** What the launcher can do; each returns the exit code. */
const commands: Record<string, (signal: AbortSignal, args: string[]) => Promise<number>> = {
  start,
  dev,
  test,
  servers,
};

const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];
const signal = stopSignals();
if (command === undefined) {
  say(`Unknown: "${name}". Known are: ${Object.keys(commands).join(', ')}.`);
  process.exitCode = 2;
} else {
  try {
    process.exitCode = await command(signal, args);
  } catch (error) {
    if (signal.aborted) say('Stopped.');
    else say(`\n${paint('red', '✖')} ${describeFailure(error)}`);
    process.exitCode = signal.aborted ? 130 : 1;
  }
}
// Nothing may keep the launcher alive once its work is done.
process.exit();
