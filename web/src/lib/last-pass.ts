import type { Plan } from '@ctdb/contracts';
import { perTab } from './storage';

const PLAN = 'pass:plan';
const PLACE = 'pass:place';

/** Remembers, for this tab, that its reader has paid access. */
export const rememberPass = (plan: Plan): void => perTab.set(PLAN, plan);

/** The plan that this tab's reader had, so that its end can be called an end. */
export const lastPlan = (): string | null => perTab.get(PLAN);

/** Remembers where the reader was when the access ended; what was typed is there, not further on. */
export const rememberPlace = (place: string): void => {
  if (perTab.get(PLACE) === null) perTab.set(PLACE, place);
};

/** Where the reader was when the last access ended; says so once. */
export const takePlace = (): string | null => {
  const place = perTab.get(PLACE);
  perTab.remove(PLACE);
  return place;
};
