import { describe, expect, it } from '@jest/globals';
import { Gate } from './gate.js';

describe('a gate', () => {
  it('hands its value to those who wait for it', async () => {
    const gate = new Gate<string>();
    const waiting = [gate.wait(1_000), gate.wait(1_000)];
    gate.open('channel');
    expect(await Promise.all(waiting)).toEqual(['channel', 'channel']);
    expect(await gate.wait(0)).toBe('channel');
    expect(gate.value).toBe('channel');
  });

  it('lets nobody wait longer than said', async () => {
    expect(await new Gate<string>().wait(5)).toBeUndefined();
  });

  it('is empty after it was closed, until it is opened again', async () => {
    const gate = new Gate<string>();
    gate.open('first');
    gate.close();
    expect(gate.value).toBeUndefined();
    const waiting = gate.wait(1_000);
    gate.open('second');
    expect(await waiting).toBe('second');
  });
});
