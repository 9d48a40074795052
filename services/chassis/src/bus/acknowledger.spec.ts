import { describe, expect, it } from '@jest/globals';
import type { Channel, ConsumeMessage } from 'amqplib';
import { Acknowledger } from './acknowledger.js';

const message = (deliveryTag: number) => ({ fields: { deliveryTag } }) as ConsumeMessage;

describe('messages that finish in the same turn', () => {
  it('share one acknowledgement, except those behind an unfinished one', async () => {
    const acks: string[] = [];
    const channel = {
      ack: ({ fields }: ConsumeMessage, allUpTo = false) =>
        acks.push(`${fields.deliveryTag} ${allUpTo}`),
    } as unknown as Channel;
    const acknowledger = new Acknowledger(channel);
    const [one, two, three, four] = [1, 2, 3, 4].map(message) as [
      ConsumeMessage,
      ConsumeMessage,
      ConsumeMessage,
      ConsumeMessage,
    ];
    for (const each of [one, two, three, four]) acknowledger.add(each);
    await Promise.all([acknowledger.ack(two), acknowledger.ack(four), acknowledger.ack(one)]);
    expect(acks).toEqual(['4 false', '2 true']);
    await acknowledger.ack(three);
    expect(acks.at(-1)).toBe('3 true');
  });
});
