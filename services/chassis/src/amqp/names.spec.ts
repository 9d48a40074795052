import { describe, expect, it } from '@jest/globals';
import { amqpNames } from './names.js';

describe('names of queues and exchanges', () => {
  it('are plain without a namespace', () => {
    const names = amqpNames('');
    expect(names.queries('catalog')).toBe('rpc.catalog');
    expect(names.commands('catalog')).toBe('rpc.catalog.commands');
    expect(names.events).toBe('events');
    expect(names.deadEvents).toBe('events.dead');
    expect(names.eventsOf('billing')).toBe('events.billing');
    expect(names.deadEventsOf('billing')).toBe('events.billing.dead');
  });

  it('all begin with the namespace', () => {
    const { queries, commands, events, deadEvents, eventsOf, deadEventsOf } = amqpNames('t1');
    const all = [queries('a'), commands('a'), events, deadEvents, eventsOf('a'), deadEventsOf('a')];
    for (const name of all) expect(name).toMatch(/^t1\./);
  });
});
