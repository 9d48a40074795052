import { Types } from 'mongoose';
import type { z } from 'zod';

/** Bookkeeping of a record that no contract shows. */
const internalFields = new Set(['outbox', 'recentCommands', 'idempotency']);

const toWire = (value: unknown): unknown => {
  if (value instanceof Types.ObjectId) return value.toHexString();
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toWire);
  if (typeof value !== 'object' || value === null) return value;
  const shown = Object.entries(value).filter(([name]) => !internalFields.has(name));
  return Object.fromEntries(
    shown.map(([name, field]) => [name === '_id' ? 'id' : name, toWire(field)]),
  );
};

/**
 * A record as its contract shows it: `_id` as `id`, ids as hex, moments as ISO 8601; fields that
 * the contract does not declare are stripped. Throws where a field does not fit.
 */
export const toContract = <S extends z.ZodType>(contract: S, record: object): z.output<S> =>
  contract.parse(toWire(record));
