import { toObjectId } from '@ctdb/chassis';
import { DomainError, type RequestOf, type replaceProtocols } from '@ctdb/contracts';
import { Types } from 'mongoose';
import type { StoredProtocol } from './treatment.records.js';

type ProtocolsInput = RequestOf<typeof replaceProtocols>['protocols'];

const assertUniqueIds = (input: ProtocolsInput): void => {
  const faults = input.flatMap(({ id }, index) =>
    id !== undefined && input.findIndex((other) => other.id === id) < index
      ? [{ path: `protocols.${index}.id`, code: 'NOT_ALLOWED' as const }]
      : [],
  );
  if (faults.length > 0) throw new DomainError('VALIDATION_FAILED', { faults });
};

/** The protocols to store: those with an id keep it, and their day of creation where they had one. */
export const buildProtocols = (
  input: ProtocolsInput,
  before: readonly StoredProtocol[],
  now: Date,
): StoredProtocol[] => {
  assertUniqueIds(input);
  const createdAt = new Map(
    before.map((protocol) => [protocol._id.toHexString(), protocol.createdAt]),
  );
  return input.map(({ id, ...fields }) => ({
    _id: id === undefined ? new Types.ObjectId() : toObjectId(id),
    ...fields,
    createdAt: (id !== undefined && createdAt.get(id)) || now,
  }));
};
