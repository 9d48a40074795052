import type { FieldChange } from '@ctdb/contracts';

const MAX_TEXT_LENGTH = 200;

const truncate = (value: unknown): unknown => {
  if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH)
    // Cutting a surrogate pair in two would leave a broken character.
    return `${value
      .slice(0, MAX_TEXT_LENGTH - 1)
      .toWellFormed()
      .replace(/\uFFFD$/, '')}…`;
  return Array.isArray(value) ? value.map(truncate) : value;
};

const equals = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The differences between two states of a record, for the audit trail. It reads only the named
 * fields, so that nothing personal slips in, and truncates texts to 200 characters.
 */
export const diffFields = <T extends object>(
  fields: readonly (keyof T & string)[],
  before: T | undefined,
  after: T | undefined,
): FieldChange[] =>
  fields
    .filter((field) => !equals(before?.[field], after?.[field]))
    .map((field) => ({
      field,
      ...(before && { before: truncate(before[field]) }),
      ...(after && { after: truncate(after[field]) }),
    }));
