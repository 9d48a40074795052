import type { Plan } from '@ctdb/contracts';
import { tabStorage } from './storage';

const PLAN = 'pass:plan';
const PLACE = 'pass:place';

/** Remembers, for this tab, that its reader has paid access. */
export const saveLastPlan = (plan: Plan): void => tabStorage.set(PLAN, plan);

/** The plan that this tab's reader had, so that its end can be called an end. */
export const readLastPlan = (): string | null => tabStorage.get(PLAN);

/** Remembers where the reader was when the access ended; what was typed is there, not further on. */
export const saveReturnPath = (place: string): void => {
  if (tabStorage.get(PLACE) === null) tabStorage.set(PLACE, place);
};

/** Where the reader was when the last access ended; says so once. */
export const takeReturnPath = (): string | null => {
  const place = tabStorage.get(PLACE);
  tabStorage.remove(PLACE);
  return place;
};
