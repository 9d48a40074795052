import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Beat } from '@ctdb/chassis';
import { ProcessRegistry, LISTED_FOR_MS, SILENT_AFTER_MS } from './process-registry.js';

const start = Date.UTC(2026, 0, 5);
const beat = (name: string, more: Partial<Beat> = {}): Beat => ({
  name,
  instance: 'host:1',
  startedAt: new Date(start).toISOString(),
  isReady: true,
  isGone: false,
  dependencies: [{ name: 'mongodb', isUp: true }],
  ...more,
});
const states = (list: ProcessRegistry, now: number) =>
  list.states(now).map(({ name, state }) => `${name} ${state}`);

describe('the list of processes', () => {
  let list: ProcessRegistry;
  beforeEach(() => {
    list = new ProcessRegistry();
  });

  it('says how each of them is, by name, replicas apart', () => {
    list.update(beat('media'), start);
    list.update(beat('catalog', { isReady: false }), start);
    list.update(beat('media', { instance: 'host:2' }), start);
    expect(states(list, start)).toEqual(['catalog notReady', 'media ready', 'media ready']);
    expect(list.states(start)[0]).toEqual({
      name: 'catalog',
      instance: 'host:1',
      state: 'notReady',
      startedAt: new Date(start).toISOString(),
      lastSeenAt: new Date(start).toISOString(),
      dependencies: [{ name: 'mongodb', isUp: true }],
    });
  });

  it('shows a silent one for a while, and forgets it then', () => {
    list.update(beat('media'), start);
    expect(states(list, start + SILENT_AFTER_MS)).toEqual(['media ready']);
    expect(states(list, start + SILENT_AFTER_MS + 1)).toEqual(['media silent']);
    expect(states(list, start + LISTED_FOR_MS)).toEqual(['media silent']);
    expect(list.removeExpired(start + LISTED_FOR_MS)).toEqual([]);
    expect(states(list, start + LISTED_FOR_MS + 1)).toEqual([]);
    expect(list.removeExpired(start + LISTED_FOR_MS + 1)).toEqual(['media\nhost:1']);
  });

  it('does not miss who said good-bye, and remembers that as long as the silent', () => {
    list.update(beat('media'), start);
    expect(list.update(beat('media', { isGone: true }), start).isGone).toBe(true);
    expect(states(list, start)).toEqual([]);
    expect(list.removeExpired(start + LISTED_FOR_MS)).toEqual([]);
    expect(list.removeExpired(start + LISTED_FOR_MS + 1)).toEqual(['media\nhost:1']);
  });

  it('recalls only what it does not know better', () => {
    const old = list.update(beat('media', { isReady: false }), start);
    list.update(beat('media'), start + 1_000);
    list.load(old);
    list.load({ ...old, name: 'billing' });
    expect(states(list, start + 1_000)).toEqual(['billing notReady', 'media ready']);
  });
});
