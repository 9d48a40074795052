import {
  categories,
  codeSystems,
  protocolColorNames,
  toFieldErrors,
  type FieldError,
  type Refusal,
} from '@ctdb/contracts';
import type { z } from 'zod';
import type { StoredColorLook } from '../records/treatment.record.js';
import { shorten, type ImportItem } from './import-item.js';
import { isTextLost } from './import-losses.js';

/** The added colors: looks by id, and ids by folded names. */
export interface AddedColors {
  looks: ReadonlyMap<string, StoredColorLook>;
  ids: ReadonlyMap<string, string>;
}

/** A disease of the file that is refused. */
export class Refused extends Error {
  constructor(readonly refusals: Refusal[]) {
    super('refused');
  }
}

/** What the file has at a path, to be shown. */
const valueAt = ({ disease }: ImportItem, path: string): Pick<Refusal, 'value'> => {
  const value = path
    .split('.')
    .reduce<unknown>(
      (from, name) => (from as Record<string, unknown> | undefined)?.[name],
      disease,
    );
  if (value === null || value === undefined || value === '') return {};
  return { value: shorten(typeof value === 'object' ? JSON.stringify(value) : String(value)) };
};

/** What the file may have at a path, if that is a short list. */
const allowedAt = (path: string, { looks }: AddedColors): Pick<Refusal, 'allowed'> => {
  if (path === 'category') return { allowed: [...categories] };
  if (/^codes\.\d+\.system$/.test(path)) return { allowed: [...codeSystems] };
  if (!/^protocols\.\d+\.color$/.test(path)) return {};
  return { allowed: [...protocolColorNames, ...[...looks.values()].map(({ nameEn }) => nameEn)] };
};

/** An error of a field, with the line of the protocol that it is in. */
const toRefusal = (
  { path, code, params }: FieldError,
  item: ImportItem,
  added: AddedColors,
): Refusal => {
  const [, index, field] = /^protocols\.(\d+)\.?(.*)$/.exec(path) ?? [];
  const line = index === undefined ? item.line : (item.protocolLines[Number(index)] ?? item.line);
  return {
    line,
    field: field || (path.split('.')[0] ?? path),
    // A name that is no color looks like a malformed id to the contract.
    code: field === 'color' && code === 'WRONG_FORMAT' ? 'NOT_ALLOWED' : code,
    ...(params && { params }),
    ...valueAt(item, path),
    ...allowedAt(path, added),
  };
};

/** Parses a part of an item; throws {@link Refused}. */
export const parseItem = <S extends z.ZodType>(
  schema: S,
  value: unknown,
  item: ImportItem,
  added: AddedColors,
): z.output<S> => {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new Refused(toFieldErrors(parsed.error).map((error) => toRefusal(error, item, added)));
};

/**
 * The texts of `given` whose letters were lost in saving.
 * @param stored what they may replace
 */
export const findLostTexts = <N extends string>(
  names: readonly N[],
  line: number,
  given: Partial<Record<N, string | undefined>>,
  stored: readonly Partial<Record<N, string | undefined>>[],
): Refusal[] =>
  names
    .filter((name) =>
      isTextLost(
        name,
        given[name] ?? '',
        stored.map((each) => each[name] ?? ''),
      ),
    )
    .map((field) => ({ line, field, code: 'TEXT_LOST', value: shorten(given[field] ?? '') }));

/** Throws {@link Refused} if there is anything to refuse. */
export const assertNone = (refusals: Refusal[]): void => {
  if (refusals.length > 0) throw new Refused(refusals);
};
