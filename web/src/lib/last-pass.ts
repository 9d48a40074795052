import type { Plan } from '@ctdb/contracts';
import { tabStorage } from './storage';

const PLAN = 'pass:plan';
const PLACE = 'pass:place';

/** Remembers, for this tab, that its reader has paid access. */
export const saveLastPlan = (plan: Plan): void => tabStorage.set(PLAN, plan);

/** The last plan of this tab's reader, so that the access notice can report its end. */
export const readLastPlan = (): string | null => tabStorage.get(PLAN);

/** After a logout there is nothing whose end is to be reported. */
export const forgetLastPlan = (): void => tabStorage.remove(PLAN, PLACE);

/** Stores the reader's page at the end of the access. Later calls keep the first page. */
export const saveReturnPath = (place: string): void => {
  if (tabStorage.get(PLACE) === null) tabStorage.set(PLACE, place);
};

/** Returns and removes the page where the reader was when the last access ended. */
export const takeReturnPath = (): string | null => {
  const place = tabStorage.get(PLACE);
  tabStorage.remove(PLACE);
  return place;
};
