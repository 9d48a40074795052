import type { OutboxEntry } from '@ctdb/chassis';
import { journaledEvents } from '@ctdb/contracts';

const names = new Set(journaledEvents.map(({ name }) => name as string));

/**
 * The part of an update that stores the event of a change. For an event of the journal it also stores its
 * time in the record: after a restore, the journal repeats the events that are later than this time.
 * @param pushed what the change adds to other arrays
 */
export const noted = <P extends object>(event: OutboxEntry, pushed?: P) => ({
  ...(names.has(event.name) && { $max: { notedAt: new Date(event.at) } }),
  $push: { outbox: event, ...pushed },
});
