import type { OrderState } from '@ctdb/contracts';
import { History } from './history.js';
import { Books, faultsOf } from './oracle.js';
import { settle } from './settle.js';
import type { World } from './world.js';

const AT_ONCE = 12;

/** What came of many histories. */
export interface Outcome {
  histories: number;
  steps: number;
  crashes: number;
  /** Purchases by their last state. */
  states: Partial<Record<OrderState, number>>;
  /** Each with the seed that it came from, and what happened there. */
  faults: string[];
}

/** Runs the histories of `count` seeds from `first` on, and compares all books at the end. */
export const runHistories = async (
  world: World,
  first: number,
  count: number,
): Promise<Outcome> => {
  const histories = Array.from({ length: count }, (_, index) => new History(world, first + index));
  const left = [...histories];
  const worker = async (): Promise<void> => {
    for (let one = left.shift(); one; one = left.shift()) await one.run();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await settle(world, histories);
  const books = new Books(await world.standIn.ledger());
  const outcome: Outcome = { histories: count, steps: 0, crashes: 0, states: {}, faults: [] };
  for (const history of histories) {
    const faults = await faultsOf(history, books);
    if (faults.length > 0)
      outcome.faults.push(
        `seed ${history.seed}: ${faults.join('; ')}\n  ${history.steps.join('\n  ')}`,
      );
    outcome.steps += history.steps.length;
    outcome.crashes += history.crashes;
    for (const { state } of await history.stored())
      outcome.states[state] = (outcome.states[state] ?? 0) + 1;
  }
  return outcome;
};
