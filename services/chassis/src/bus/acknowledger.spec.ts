import { expect, it } from 'vitest';
import type { Channel, ConsumeMessage } from 'amqplib';
import { Acknowledger } from './acknowledger.js';

const message = (deliveryTag: number) => ({ fields: { deliveryTag } }) as ConsumeMessage;

const setUp = () => {
  const calls: string[] = [];
  const channel = {
    ack: ({ fields }: ConsumeMessage, allUpTo = false) =>
      calls.push(`${fields.deliveryTag} ${allUpTo}`),
    reject: ({ fields }: ConsumeMessage) => calls.push(`${fields.deliveryTag} refused`),
  } as unknown as Channel;
  const acknowledger = new Acknowledger(channel);
  const messages = [message(1), message(2), message(3), message(4)] as const;
  for (const each of messages) acknowledger.add(each);
  return { calls, acknowledger, messages };
};

it('messages that finish in the same turn share one acknowledgement, except those behind an unfinished one', async () => {
  const { calls, acknowledger, messages } = setUp();
  const [one, two, three, four] = messages;
  await Promise.all([acknowledger.ack(two), acknowledger.ack(four), acknowledger.ack(one)]);
  expect(calls).toEqual(['4 false', '2 true']);
  await acknowledger.ack(three);
  expect(calls.at(-1)).toBe('3 true');
});

it('messages that finish in the same turn are not held up by one that was refused', async () => {
  const { calls, acknowledger, messages } = setUp();
  const [one, two, three, four] = messages;
  acknowledger.reject(one, true);
  await Promise.all([two, three, four].map((each) => acknowledger.ack(each)));
  expect(calls).toEqual(['1 refused', '4 true']);
});
