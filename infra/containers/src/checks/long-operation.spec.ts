import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Client } from '../load/client.ts';
import { repeatDuring, type LongOperation } from './long-operation.ts';

const client = new Client('http://product.example');

/** Each operation takes a moment and notes what happens. */
function operations(notes: string[], last = 'ended'): LongOperation<string> {
  return {
    start() {
      notes.push('started');
      return Promise.resolve('id');
    },
    async waitForEnd(_client, id) {
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

describe('repeatDuring', () => {
  it('has an operation running from before the work until after it', async () => {
    const notes: string[] = [];
    const count = await repeatDuring(client, operations(notes), work(notes));
    expect(notes.slice(0, 2)).toEqual(['started', 'work']);
    expect(notes.at(-1)).toBe('ended');
    expect(notes.filter((note) => note === 'ended')).toHaveLength(count);
    expect(count).toBeGreaterThan(1);
  });

  it('fails with an operation after the work is done', async () => {
    const notes: string[] = [];
    await expect(repeatDuring(client, operations(notes, 'lost'), work(notes))).rejects.toThrow(
      'lost',
    );
    expect(notes.at(-1)).toBe('worked');
  });

  it('fails with the work', async () => {
    const notes: string[] = [];
    const refused = () => Promise.reject(new Error('no new container is healthy'));
    await expect(repeatDuring(client, operations(notes), refused)).rejects.toThrow('healthy');
    expect(notes.at(-1)).toBe('ended');
  });
});
