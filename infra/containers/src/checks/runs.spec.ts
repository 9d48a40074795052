import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Client } from '../http/client.ts';
import { during, type Run } from './runs.ts';

const client = new Client('http://nobody.example');

/** Each run takes a moment; what happens is noted. */
function runs(notes: string[], last = 'ended'): Run<string> {
  return {
    begin() {
      notes.push('begun');
      return Promise.resolve('id');
    },
    async ended(_client, id) {
      await pause(20);
      notes.push(last);
      if (last !== 'ended') throw new Error(last);
      return id;
    },
  };
}

const work = (notes: string[]) => async () => {
  notes.push('work');
  await pause(50);
  notes.push('worked');
};

describe('during', () => {
  it('has one run on from before the work until after it', async () => {
    const notes: string[] = [];
    const count = await during(client, runs(notes), work(notes));
    expect(notes.slice(0, 2)).toEqual(['begun', 'work']);
    expect(notes.at(-1)).toBe('ended');
    expect(notes.filter((note) => note === 'ended')).toHaveLength(count);
    expect(count).toBeGreaterThan(1);
  });

  it('fails with a run, once the work is done', async () => {
    const notes: string[] = [];
    await expect(during(client, runs(notes, 'lost'), work(notes))).rejects.toThrow('lost');
    expect(notes.at(-1)).toBe('worked');
  });

  it('fails with the work', async () => {
    const notes: string[] = [];
    const refused = () => Promise.reject(new Error('no new container is healthy'));
    await expect(during(client, runs(notes), refused)).rejects.toThrow('healthy');
    expect(notes.at(-1)).toBe('ended');
  });
});
