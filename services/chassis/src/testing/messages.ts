import * as contracts from '@ctdb/contracts';
import { isAllowed, type MessageContract, plans, type ServiceName } from '@ctdb/contracts';
import { z } from 'zod';
import { anonymous, buyer, person } from './subjects.js';

const isMessage = (value: unknown): value is MessageContract =>
  typeof value === 'object' && value !== null && 'kind' in value && 'deadlineMs' in value;

/** Every message by its name. */
export const messages: ReadonlyMap<string, MessageContract> = new Map(
  [...Object.values<unknown>(contracts), ...Object.values<unknown>(contracts.routes)]
    .filter(isMessage)
    .map((contract) => [contract.name, contract]),
);

/** Those who see and change their own alone. */
const readers = [anonymous, ...plans.map((plan) => buyer(plan)), person('practitioner')];

/** The name of what names a stored object. Codes and tokens are proofs, and `browser` is the caller. */
const ID = /^(id|filename)$|Ids?$/;

const takesId = ({ name, request }: MessageContract): boolean => {
  if (!(request instanceof z.ZodObject)) throw new Error(`the fields of ${name} are unknown`);
  return Object.keys(request.shape).some((field) => ID.test(field));
};

/** Names of the messages to `service` with the id of an object, which those may send. */
export const messagesWithIds = (service: ServiceName): string[] =>
  [...messages.values()]
    .filter((message) => message.service === service)
    .filter(({ access }) => access && readers.some((reader) => isAllowed(access, reader)))
    .filter(takesId)
    .map(({ name }) => name);
