import { eventSubscriptions } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { DiseasesConsumer } from './diseases.consumer.js';

/** Where Nest notes the pattern of a handler. */
const PATTERN = 'microservices:pattern';

it('handles the events that publishers queue for media', () => {
  const methods = Object.values(Object.getOwnPropertyDescriptors(DiseasesConsumer.prototype));
  const taken = methods.flatMap(
    ({ value }) => (Reflect.getMetadata(PATTERN, value as object) ?? []) as string[],
  );
  expect(taken.sort()).toEqual(eventSubscriptions.media?.map(({ name }) => name).sort());
});
