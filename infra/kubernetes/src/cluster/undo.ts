import { kubectl } from './kubectl.ts';

const commands: string[][] = [];

/** Remembers what takes back a change of the cluster, as arguments of kubectl. */
export const toUndo = (...args: string[]): void => void commands.push(args);

/** Takes everything back, the last change first; what could not be. */
export const undoAll = async (): Promise<string> => {
  const faults: string[] = [];
  for (let args = commands.pop(); args; args = commands.pop()) {
    const { ok, stderr } = await kubectl(args);
    if (!ok) faults.push(stderr);
  }
  return faults.join(' ');
};

// Whoever interrupts the test finds the cluster as it was.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    console.log('taking everything back');
    void undoAll().then(() => process.exit(130));
  });
