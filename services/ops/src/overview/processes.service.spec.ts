import { beforeEach, describe, expect, it } from 'vitest';
import type { HeartbeatMessage } from '@ctdb/chassis';
import { ProcessRegistry, LISTED_FOR_MS, SILENT_AFTER_MS } from './processes.service.js';

const start = Date.UTC(2026, 0, 5);
const beat = (name: string, more: Partial<HeartbeatMessage> = {}): HeartbeatMessage => ({
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

  it('shows the state of each, by name, replicas separately', () => {
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

  it('shows a silent process for a while, then removes it', () => {
    list.update(beat('media'), start);
    expect(states(list, start + SILENT_AFTER_MS)).toEqual(['media ready']);
    expect(states(list, start + SILENT_AFTER_MS + 1)).toEqual(['media silent']);
    expect(states(list, start + LISTED_FOR_MS)).toEqual(['media silent']);
    expect(list.removeExpired(start + LISTED_FOR_MS)).toEqual([]);
    expect(states(list, start + LISTED_FOR_MS + 1)).toEqual([]);
    expect(list.removeExpired(start + LISTED_FOR_MS + 1)).toEqual(['media\nhost:1']);
  });

  it('does not show a stopped process as silent, and keeps it as long as a silent one', () => {
    list.update(beat('media'), start);
    expect(list.update(beat('media', { isGone: true }), start).isGone).toBe(true);
    expect(states(list, start)).toEqual([]);
    expect(list.removeExpired(start + LISTED_FOR_MS)).toEqual([]);
    expect(list.removeExpired(start + LISTED_FOR_MS + 1)).toEqual(['media\nhost:1']);
  });

  it('loads from the copy only what is newer', () => {
    const old = list.update(beat('media', { isReady: false }), start);
    list.update(beat('media'), start + 1_000);
    list.load(old);
    list.load({ ...old, name: 'billing' });
    expect(states(list, start + 1_000)).toEqual(['billing notReady', 'media ready']);
  });
});

/** Long enough for a process without a heartbeat to be silent. */
const STEP = 2 * SILENT_AFTER_MS;
/** The moment of that number; all of them are within the time that silent ones are shown. */
const at = (step: number) => start + step * STEP;

describe('replaced processes', () => {
  const startedAt = new Date(at(100)).toISOString();
  /** Heartbeats at a moment; `-a` is the last one of a process that stops. */
  const hear = (list: ProcessRegistry, time: number, instances: string) =>
    instances.split(' ').map((text) => {
      const instance = text.replace('-', '');
      const name = instance === 'z' ? 'catalog' : 'media';
      const isGone = text.startsWith('-');
      return list.update(beat(name, { instance, isGone, startedAt }), time);
    });
  const shown = (list: ProcessRegistry, time: number) =>
    list
      .states(time)
      .filter(({ name }) => name === 'media')
      .map(({ instance, state }) => `${instance} ${state}`)
      .join(', ');

  // Times of heartbeats are those of the receiver: all processes say that they started at another one.
  it.each([
    [
      'are hidden, one for each new process of the same name',
      ['0: a b', '3: z -> a silent, b silent', '3: new -> b silent, new ready'],
      ['4: new newer -> new ready, newer ready'],
    ],
    [
      'are not those that ran beside the other one already',
      ['0: a b', '2: a -> a ready, b silent'],
    ],
    [
      'are not those beside whom one was restarted in order, the new one there before the good-bye',
      ['0: a b', '3: a new', '4: -a', '5: new -> b silent, new ready', '6: -new'],
      // The place of the dead one is taken last.
      ['7: newest -> b silent, newest ready', '8: newest other -> newest ready, other ready'],
    ],
    [
      'are not those beside whom one was restarted in order, the new one there after the good-bye',
      ['0: a b', '4: -a', '5: new -> b silent, new ready', '6: -new'],
      ['7: newest -> b silent, newest ready', '8: newest other -> newest ready, other ready'],
    ],
    [
      'are not those beside a process that restarts under its own name, in order or after a crash',
      ['0: a b', '3: -a', '4: a -> a ready, b silent', '7: a -> a ready, b silent'],
    ],
    [
      'stay hidden during a rolling restart',
      ['0: a b', '2: a new -> a ready, new ready', '3: a new a2', '3: -a', '4: new a2 new2'],
      ['4: -new', '5: a2 new2 -> a2 ready, new2 ready'],
    ],
    [
      'are all of a series in which each one replaced the one before',
      ['0: a b', '2: a second', '4: a third', '6: a -> a ready, third silent'],
      ['7: a fourth -> a ready, fourth ready'],
    ],
  ])('%s', (_, ...steps) => {
    const list = new ProcessRegistry();
    for (const step of steps.flat()) {
      const [moment = '', instances = '', expected] = step.split(/: | -> /);
      hear(list, at(Number(moment)), instances);
      if (expected !== undefined) expect(shown(list, at(Number(moment)))).toBe(expected);
    }
  });

  it('are not those beside a process whose first heartbeat comes after the start of listening', () => {
    const list = new ProcessRegistry();
    hear(list, at(0), 'b');
    hear(list, at(0) + SILENT_AFTER_MS, 'a');
    hear(list, at(2), 'a');
    expect(shown(list, at(2))).toBe('a ready, b silent');
    hear(list, at(2), 'new');
    expect(shown(list, at(2))).toBe('a ready, new ready');
  });

  it('are the same for an ops process that starts with the copy', () => {
    const list = new ProcessRegistry();
    const whole = hear(list, at(0), 'a b');
    const remembered = [...whole, ...hear(list, at(3), 'a new'), ...hear(list, at(4), '-a')];
    const late = new ProcessRegistry();
    for (const each of remembered) late.load(each);
    hear(late, at(5), 'new');
    expect(shown(late, at(5))).toBe('b silent, new ready');
    // All processes stopped and started again while no ops process received heartbeats.
    const later = new ProcessRegistry();
    for (const each of whole) later.load(each);
    hear(later, at(5), 'c d');
    expect(shown(later, at(5))).toBe('c ready, d ready');
  });

  it('are shown no longer than others', () => {
    const list = new ProcessRegistry();
    hear(list, at(0), 'a b');
    hear(list, at(1), '-a');
    expect(list.states(start + LISTED_FOR_MS)).toHaveLength(1);
    expect(list.states(start + LISTED_FOR_MS + 1)).toEqual([]);
  });
});
