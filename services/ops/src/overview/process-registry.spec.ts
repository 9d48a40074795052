import { beforeEach, describe, expect, it } from 'vitest';
import type { HeartbeatMessage } from '@ctdb/chassis';
import { ProcessRegistry, LISTED_FOR_MS, SILENT_AFTER_MS } from './process-registry.js';

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
  let list: ProcessRegistry;
  let clock: string;
  const heartbeat = (instance: string, more: Partial<HeartbeatMessage> = {}): HeartbeatMessage => ({
    name: 'media',
    instance,
    startedAt: clock,
    isReady: true,
    isGone: false,
    dependencies: [],
    ...more,
  });
  const hear = (step: number, ...instances: string[]) =>
    instances.map((instance) => list.update(heartbeat(instance), at(step)));
  const leave = (step: number, instance: string) =>
    list.update(heartbeat(instance, { isGone: true }), at(step));
  /** Those that are missed, after the others were heard. */
  const missed = (step: number, ...heard: string[]) => {
    hear(step, ...heard);
    const shown = list.states(at(step)).filter(({ name }) => name === 'media');
    expect(shown.filter(({ state }) => state === 'ready').map(({ instance }) => instance)).toEqual(
      [...heard].sort(),
    );
    return shown.filter(({ state }) => state === 'silent').map(({ instance }) => instance);
  };

  beforeEach(() => {
    list = new ProcessRegistry();
    clock = new Date(start).toISOString();
    hear(0, 'a', 'b');
  });

  it('are hidden, one for each new process of the same name', () => {
    list.update(heartbeat('a', { name: 'catalog' }), at(0));
    list.update(heartbeat('z', { name: 'catalog' }), at(3));
    expect(missed(3, 'new')).toHaveLength(1);
    expect(missed(4, 'new', 'newer')).toEqual([]);
  });

  it('are not those that ran beside the other one already', () => {
    expect(missed(2, 'a')).toEqual(['b']);
  });

  it.each(['before', 'after'])(
    'are not those beside whom one was restarted in order, the new one there %s the good-bye',
    (order) => {
      if (order === 'before') hear(3, 'a', 'new');
      leave(4, 'a');
      expect(missed(5, 'new')).toEqual(['b']);
      // Restarted once more, and then the dead one's place is taken.
      leave(6, 'new');
      expect(missed(7, 'newest')).toEqual(['b']);
      expect(missed(8, 'newest', 'other')).toEqual([]);
    },
  );

  it('are not those beside a process that restarts under its own name, in order or after a crash', () => {
    leave(3, 'a');
    expect(missed(4, 'a')).toEqual(['b']);
    clock = new Date(at(7)).toISOString();
    expect(missed(7, 'a')).toEqual(['b']);
  });

  it('stay hidden during a rolling restart', () => {
    expect(missed(2, 'a', 'new')).toEqual([]);
    hear(3, 'a', 'new', 'a2');
    leave(3, 'a');
    hear(4, 'new', 'a2', 'new2');
    leave(4, 'new');
    expect(missed(5, 'a2', 'new2')).toEqual([]);
  });

  it('are all of a series in which each one replaced the one before', () => {
    hear(2, 'a', 'second');
    hear(4, 'a', 'third');
    expect(missed(6, 'a')).toEqual(['third']);
    expect(missed(7, 'a', 'fourth')).toEqual([]);
  });

  it('are found by the clock of the receiver', () => {
    clock = new Date(at(100)).toISOString();
    expect(missed(2, 'a')).toEqual(['b']);
    clock = new Date(at(-100)).toISOString();
    expect(missed(3, 'a', 'new')).toEqual([]);
  });

  it('are not those beside a process whose first heartbeat comes after the start of listening', () => {
    const late = new ProcessRegistry();
    late.update(heartbeat('b'), at(0));
    late.update(heartbeat('a'), at(0) + SILENT_AFTER_MS);
    late.update(heartbeat('a'), at(2));
    expect(late.states(at(2)).map(({ state }) => state)).toEqual(['ready', 'silent']);
    late.update(heartbeat('new'), at(2));
    expect(late.states(at(2)).map(({ instance }) => instance)).toEqual(['a', 'new']);
  });

  it('are the same for an ops process that starts with the copy', () => {
    const remembered = [...hear(0, 'b'), ...hear(3, 'a', 'new'), leave(4, 'a')];
    const late = new ProcessRegistry();
    for (const each of remembered) late.load(each);
    late.update(heartbeat('new'), at(5));
    expect(late.states(at(5)).map(({ instance, state }) => `${instance} ${state}`)).toEqual([
      'b silent',
      'new ready',
    ]);
    // All processes stopped and started again while no ops process received heartbeats.
    const whole = new ProcessRegistry();
    for (const each of hear(0, 'a', 'b')) whole.load(each);
    for (const instance of ['c', 'd']) whole.update(heartbeat(instance), at(5));
    expect(whole.states(at(5)).map(({ instance }) => instance)).toEqual(['c', 'd']);
  });

  it('are shown no longer than others', () => {
    leave(1, 'a');
    expect(list.states(start + LISTED_FOR_MS)).toHaveLength(1);
    expect(list.states(start + LISTED_FOR_MS + 1)).toEqual([]);
  });
});
