import { expect, it } from 'vitest';
import { BusNames } from './topology.js';

it('names of queues and exchanges are plain without a namespace', () => {
  const names = new BusNames({ MESSAGE_NAMESPACE: '' });
  const calls = [names.queries('catalog'), names.commands('catalog')];
  const events = [names.eventsOf('billing'), names.deadEventsOf('billing')];
  expect(calls).toEqual(['catalog.queries', 'catalog.commands']);
  expect(events).toEqual(['events.billing', 'events.billing.dead']);
  expect([names.events, names.deadEvents]).toEqual(['events', 'events.dead']);
});

it('names of queues and exchanges all begin with the namespace', () => {
  const names = new BusNames({ MESSAGE_NAMESPACE: 't1' });
  const queues = [names.queries('a'), names.commands('a'), names.eventsOf('a')];
  queues.push(names.deadEventsOf('a'), names.privateQueue('a'));
  const exchanges = [names.calls, names.replies, names.events, names.deadEvents];
  for (const name of [...queues, ...exchanges, names.heartbeats, names.replaysOf('a')])
    expect(name).toMatch(/^t1\./);
});

it('names of queues and exchanges tell whose a private queue is', () => {
  const names = new BusNames({ MESSAGE_NAMESPACE: 't1' });
  const queue = names.privateQueue('media');
  expect(names.isPrivateQueue(queue, 'media')).toBe(true);
  expect(names.isPrivateQueue(queue, 'media-worker')).toBe(false);
  expect(names.isPrivateQueue(names.privateQueue('media-worker'), 'media')).toBe(false);
  expect(names.isPrivateQueue('events.ops', 'media')).toBe(false);
});
