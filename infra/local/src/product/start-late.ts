import { paint, say } from '../console.ts';
import { describeFailure, StoppedError } from '../failure.ts';
import type { Addresses } from '../servers/provide.ts';

/**
 * Starts what had to wait for a server that is built for minutes. A failure is told and leaves the rest
 * running; nobody has to await it.
 */
export async function startLate(
  late: Promise<Addresses> | undefined,
  start: (found: Addresses) => Promise<void>,
): Promise<void> {
  if (late === undefined) return;
  try {
    await start(await late);
    say(`${paint('green', '✔')} Images and their backups work now.`);
  } catch (error) {
    if (error instanceof StoppedError) return;
    say(`${paint('red', '✖')} Images and their backups do not work; everything else does.`);
    say(`  ${describeFailure(error)}`);
  }
}
