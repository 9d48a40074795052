import type { FieldChange } from '@ctdb/contracts';

const LONGEST = 200;

const shorten = (value: unknown): unknown => {
  if (typeof value === 'string' && value.length > LONGEST)
    // Cutting a surrogate pair in two would leave a broken character.
    return `${value
      .slice(0, LONGEST - 1)
      .toWellFormed()
      .replace(/\uFFFD$/, '')}…`;
  return Array.isArray(value) ? value.map(shorten) : value;
};

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * What differs between two states of a record, for the audit trail; long texts are cut.
 * Only the named fields are looked at, so that nothing personal slips in.
 */
export const changesBetween = <T extends object>(
  fields: readonly (keyof T & string)[],
  before: T | undefined,
  after: T | undefined,
): FieldChange[] =>
  fields
    .filter((field) => !same(before?.[field], after?.[field]))
    .map((field) => ({
      field,
      ...(before && { before: shorten(before[field]) }),
      ...(after && { after: shorten(after[field]) }),
    }));
