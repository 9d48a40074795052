import { describe, expect, it } from '@jest/globals';
import type { ChannelModel } from 'amqplib';
import { batchWrites } from './batch-writes.js';

const connectionWith = (stream: unknown): ChannelModel =>
  ({ connection: { stream } }) as unknown as ChannelModel;

describe('batched writes', () => {
  it('of one turn go together, and the next turn begins anew', async () => {
    const calls: string[] = [];
    const stream = {
      cork: () => calls.push('cork'),
      uncork: () => calls.push('uncork'),
      write: (chunk: unknown) => calls.push(`write ${String(chunk)}`) > 0,
    };
    batchWrites(connectionWith(stream));
    stream.write('a');
    stream.write('b');
    await new Promise((resolve) => setImmediate(resolve));
    stream.write('c');
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls).toEqual(['cork', 'write a', 'write b', 'uncork', 'cork', 'write c', 'uncork']);
  });

  it('are left out where the socket cannot be found', () => {
    expect(() => batchWrites(connectionWith(undefined))).not.toThrow();
    expect(() => batchWrites(connectionWith({}))).not.toThrow();
  });
});
