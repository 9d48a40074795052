import type { FieldChange } from '@ctdb/contracts';

const LONGEST = 200;

const shorten = (value: unknown): unknown =>
  typeof value === 'string' && value.length > LONGEST
    ? // Cutting a surrogate pair in two would leave a broken character.
      `${value
        .slice(0, LONGEST - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
    : value;

/** What differs between two states of a record in the named fields, for the audit trail; long texts are cut. */
export const changesBetween = <T extends object>(
  fields: readonly (keyof T & string)[],
  before: T | undefined,
  after: T | undefined,
): FieldChange[] =>
  fields
    .filter((field) => before?.[field] !== after?.[field])
    .map((field) => ({
      field,
      ...(before && { before: shorten(before[field]) }),
      ...(after && { after: shorten(after[field]) }),
    }));
