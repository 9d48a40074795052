import { toObjectId } from '@ctdb/chassis';
import { DomainError, isProtocolColor, type Requests } from '@ctdb/contracts';
import { Types } from 'mongoose';
import type { StoredColorLook, StoredProtocol } from '../records/treatment.record.js';

type ProtocolsInput = Requests['replaceProtocols']['protocols'];

/**
 * The protocols to store: those with an id keep it, and their day of creation where they had one. Throws where
 * an id comes twice, or an added color is neither there nor was used.
 * @param added the added colors by id
 */
export const buildProtocols = (
  input: ProtocolsInput,
  before: readonly StoredProtocol[],
  added: ReadonlyMap<string, StoredColorLook>,
  now: Date,
): StoredProtocol[] => {
  const refused = (path: string) =>
    new DomainError('VALIDATION_FAILED', { faults: [{ path, code: 'NOT_ALLOWED' }] });
  return input.map(({ id, ...fields }, index) => {
    const { color } = fields;
    if (id !== undefined && input.findIndex((other) => other.id === id) < index)
      throw refused(`protocols.${index}.id`);
    const colorLook = added.get(color) ?? before.find((each) => each.color === color)?.colorLook;
    if (!colorLook && !isProtocolColor(color)) throw refused(`protocols.${index}.color`);
    const same = before.find(({ _id }) => _id.toHexString() === id);
    return {
      _id: id === undefined ? new Types.ObjectId() : toObjectId(id),
      ...fields,
      ...(colorLook && { colorLook }),
      createdAt: same?.createdAt ?? now,
    };
  });
};
