import type { FieldChange, TextPart } from '@ctdb/contracts';
import { diffArrays } from 'diff';

/** Longer texts are kept as a difference. */
const MAX_TEXT_LENGTH = 200;
/** Words that stay beside a change, so that a reader finds its place. */
const CONTEXT_WORDS = 12;
/** Texts that differ in more words are kept as they were and as they are: comparing them takes over 50 ms. */
const MAX_CHANGED_WORDS = 500;
const OMITTED = '…';

const equals = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Words with the white space behind them. No address is cut, so that ops can mask each part. */
const toWords = (text: string): string[] => text.match(/\s*\S+\s*|\s+/gu) ?? [];

const isLong = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(isLong)
    : typeof value === 'string' && value.length > MAX_TEXT_LENGTH;

const toText = (value: unknown): string =>
  Array.isArray(value) ? value.map(toText).join('\n') : String(value ?? '');

/** Leaves out the middle of what is the same. */
const shorten = (words: readonly string[], isFirst: boolean, isLast: boolean): string => {
  const start = isFirst ? [] : words.slice(0, CONTEXT_WORDS);
  const end = isLast ? [] : words.slice(-CONTEXT_WORDS);
  return start.length + end.length >= words.length
    ? words.join('')
    : [...start, ` ${OMITTED} `, ...end].join('');
};

/** The difference of two texts, word by word. */
const diffTexts = (before: string, after: string): TextPart[] => {
  if (before === '') return [{ kind: 'added', part: after }];
  if (after === '') return [{ kind: 'removed', part: before }];
  const parts = diffArrays(toWords(before), toWords(after), { maxEditLength: MAX_CHANGED_WORDS });
  if (!parts)
    return [
      { kind: 'removed', part: before },
      { kind: 'added', part: after },
    ];
  return parts.map(({ added, removed, value }, index) => {
    if (added) return { kind: 'added', part: value.join('') };
    if (removed) return { kind: 'removed', part: value.join('') };
    return { kind: 'same', part: shorten(value, index === 0, index === parts.length - 1) };
  });
};

/**
 * The differences between two states of a record, for the audit trail. It reads only the named
 * fields, so that nothing personal slips in. Of long texts it keeps what was removed and added.
 */
export const diffFields = <T extends object>(
  fields: readonly (keyof T & string)[],
  before: T | undefined,
  after: T | undefined,
): FieldChange[] =>
  fields
    .filter((field) => !equals(before?.[field], after?.[field]))
    .map((field) => {
      const [old, now] = [before?.[field], after?.[field]];
      if (isLong(old) || isLong(now))
        return { field, difference: diffTexts(toText(old), toText(now)) };
      return { field, ...(before && { before: old }), ...(after && { after: now }) };
    });
