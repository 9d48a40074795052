import type { OutboxEntry } from '@ctdb/chassis';
import { journaledEvents } from '@ctdb/contracts';

const names = new Set(journaledEvents.map(({ name }) => name as string));

/**
 * The part of an update that stores the event of a change. A record keeps the time of the last one that the
 * journal has, too: by it a restored record lacks the later ones.
 */
export const noted = (event: OutboxEntry) => ({
  ...(names.has(event.name) && { $max: { notedAt: new Date(event.at) } }),
  $push: { outbox: event },
});
