import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Beat } from '@ctdb/chassis';
import { ProcessList, SHOWN_MS, SILENT_MS } from './process-list.js';

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
const states = (list: ProcessList, now: number) =>
  list.states(now).map(({ name, state }) => `${name} ${state}`);

describe('the list of processes', () => {
  let list: ProcessList;
  beforeEach(() => {
    list = new ProcessList();
  });

  it('says how each of them is, by name, replicas apart', () => {
    list.hear(beat('media'), start);
    list.hear(beat('catalog', { isReady: false }), start);
    list.hear(beat('media', { instance: 'host:2' }), start);
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
    list.hear(beat('media'), start);
    expect(states(list, start + SILENT_MS)).toEqual(['media ready']);
    expect(states(list, start + SILENT_MS + 1)).toEqual(['media silent']);
    expect(states(list, start + SHOWN_MS)).toEqual(['media silent']);
    expect(list.forgetOld(start + SHOWN_MS)).toEqual([]);
    expect(states(list, start + SHOWN_MS + 1)).toEqual([]);
    expect(list.forgetOld(start + SHOWN_MS + 1)).toEqual(['media\nhost:1']);
  });

  it('does not miss who said good-bye', () => {
    list.hear(beat('media'), start);
    expect(list.hear(beat('media', { isGone: true }), start)).toBeUndefined();
    expect(states(list, start)).toEqual([]);
  });

  it('does not miss whose place another has taken since', () => {
    const later = start + 4 * SILENT_MS;
    const since = { startedAt: new Date(start + SILENT_MS).toISOString() };
    for (const instance of ['old:1', 'old:2']) list.hear(beat('media', { instance }), start);
    list.hear(beat('catalog'), start);
    list.hear(beat('media', { instance: 'new:1', ...since }), later);
    // One for one, of its own name, and started later than the other was heard.
    expect(states(list, later)).toEqual(['catalog silent', 'media ready', 'media silent']);
    list.hear(beat('catalog', { instance: 'beside:1' }), later);
    list.hear(beat('media', { instance: 'new:2', ...since }), later);
    expect(states(list, later)).toEqual([
      ...['catalog ready', 'catalog silent'],
      ...['media ready', 'media ready'],
    ]);
  });

  it('recalls only what it does not know better', () => {
    const old = list.hear(beat('media', { isReady: false }), start);
    list.hear(beat('media'), start + 1_000);
    if (!old) throw new Error('a beat was not noted');
    list.recall(old);
    list.recall({ ...old, name: 'billing' });
    expect(states(list, start + 1_000)).toEqual(['billing notReady', 'media ready']);
  });
});
