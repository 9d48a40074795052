import { toObjectId } from '@ctdb/chassis';
import {
  DomainError,
  isProtocolColor,
  type RequestOf,
  type replaceProtocols,
} from '@ctdb/contracts';
import { Types } from 'mongoose';
import type { StoredColorLook, StoredProtocol } from '../records/treatment.record.js';

type ProtocolsInput = RequestOf<typeof replaceProtocols>['protocols'];

const assertUniqueIds = (input: ProtocolsInput): void => {
  const faults = input.flatMap(({ id }, index) =>
    id !== undefined && input.findIndex((other) => other.id === id) < index
      ? [{ path: `protocols.${index}.id`, code: 'NOT_ALLOWED' as const }]
      : [],
  );
  if (faults.length > 0) throw new DomainError('VALIDATION_FAILED', { faults });
};

/** What the added colors of protocols look like; throws where one is neither there nor was used. */
const findLooks = (
  input: ProtocolsInput,
  before: readonly StoredProtocol[],
  added: ReadonlyMap<string, StoredColorLook>,
): (StoredColorLook | undefined)[] =>
  input.map(({ color }, index) => {
    if (isProtocolColor(color)) return undefined;
    const look = added.get(color) ?? before.find((each) => each.color === color)?.colorLook;
    if (look) return look;
    const faults = [{ path: `protocols.${index}.color`, code: 'NOT_ALLOWED' as const }];
    throw new DomainError('VALIDATION_FAILED', { faults });
  });

/**
 * The protocols to store: those with an id keep it, and their day of creation where they had one.
 * @param added the added colors by id
 */
export const buildProtocols = (
  input: ProtocolsInput,
  before: readonly StoredProtocol[],
  added: ReadonlyMap<string, StoredColorLook>,
  now: Date,
): StoredProtocol[] => {
  assertUniqueIds(input);
  const looks = findLooks(input, before, added);
  const createdAt = new Map(
    before.map((protocol) => [protocol._id.toHexString(), protocol.createdAt]),
  );
  return input.map(({ id, ...fields }, index) => {
    const colorLook = looks[index];
    return {
      _id: id === undefined ? new Types.ObjectId() : toObjectId(id),
      ...fields,
      ...(colorLook && { colorLook }),
      createdAt: (id !== undefined && createdAt.get(id)) || now,
    };
  });
};
