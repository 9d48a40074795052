import { backgroundContext, type MessageContext } from '@ctdb/chassis';

/** One line on the console. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** The sample below which `share` of all lie. */
export const quantile = (samples: readonly number[], share: number): number => {
  const sorted = [...samples].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

/** The context of a new administrator's command. */
export const commandContext = (): MessageContext =>
  backgroundContext({
    subject: { role: 'admin', id: 'bench', name: 'bench', sessionId: 'bench' },
  });
