import { step } from '../steps.ts';
import { endProcess, isSame, markedProcesses } from './processes.ts';
import type { ChildEntry, RunState } from './run-file.ts';

const GRACE_MS = 20_000;

/** Those of an earlier run's children that still live, the last started first. */
export function livingChildren(
  state: RunState,
  lives: (entry: ChildEntry) => boolean = isSame,
): ChildEntry[] {
  return state.children.filter(lives).reverse();
}

/** Ends what a launcher that did not end in order has left behind, and never any other process. */
export async function endLeftovers(state: RunState): Promise<void> {
  const living = livingChildren(state);
  if (living.length === 0 && markedProcesses(state.run).length === 0) return;
  const names = living.map(({ name }) => name).join(', ') || 'helper processes';
  await step(`Ending what an earlier start left running: ${names}`, async () => {
    for (const child of living) {
      await endProcess(child, child.stopSignal, child.stopAlone, GRACE_MS);
    }
    await endMarked(state.run);
  });
}

/** Ends what carries a run's mark and outlived its parent, such as RabbitMQ's name server. */
export async function endMarked(run: string): Promise<void> {
  const marked = markedProcesses(run);
  await Promise.all(marked.map((entry) => endProcess(entry, 'SIGTERM', true, 3_000)));
}
