import {
  clean,
  diseaseTextNames,
  protocolFieldNames,
  type DiseaseInput,
  type Loss,
} from '@ctdb/contracts';
import { toCodeText } from '../records/disease.record.js';
import type { TreatmentFields } from '../records/import.record.js';
import { placeholder, toProtocolTexts, type StoredProtocol } from '../records/treatment.record.js';
import { shorten } from './import-item.js';

/** What an import takes away from a disease. */
export type FoundLoss = Pick<Loss, 'field' | 'kind' | 'before' | 'after'>;

/** Characters that are shown before the first difference. */
const SHOWN_BEFORE = 30;

const unifyLineEnds = (text: string): string => text.replace(/\r\n?/g, '\n');

/**
 * A text of a file as it is to be stored. Programs change line ends when they save: where nothing else
 * differs, it is the stored text.
 */
export const settleLineEnds = <T>(text: T, stored: unknown): T | string => {
  if (typeof text !== 'string') return text;
  const settled = unifyLineEnds(text);
  if (typeof stored !== 'string') return settled;
  return clean(settled) === clean(unifyLineEnds(stored)) ? stored : settled;
};

const foreignLetter = /(?![A-Za-z])[\p{L}\p{M}]/u;
const isAscii = (unit: string | undefined): boolean => unit !== undefined && unit < '\x80';

/** Whether a text is a stored one after a program has replaced what its encoding lacks. */
const isWornCopy = (text: string, stored: string): boolean => {
  if (text.length !== stored.length) return false;
  const replaced = [...stored.split('').entries()].filter(([index, unit]) => unit !== text[index]);
  return (
    replaced.every(([index, unit]) => !isAscii(unit) && isAscii(text[index])) &&
    replaced.some(([index, unit]) => text[index] === '?' && foreignLetter.test(unit))
  );
};

/**
 * Whether letters of a text became question marks when the file was saved.
 * @param stored the texts that it may replace
 */
export const isTextLost = (field: string, text: string, stored: readonly string[]): boolean => {
  if (stored.includes(text)) return false;
  if (text.includes('\ufffd') || stored.some((each) => isWornCopy(text, each))) return true;
  if (!text.includes('??') || foreignLetter.test(text)) return false;
  const isName = field === 'nameEn' && !/[A-Za-z]/.test(text);
  return isName || field.endsWith('Kn') || stored.some((each) => foreignLetter.test(each));
};

/** Two texts from where they differ. */
const fromDifference = (before: string, after: string): Pick<Loss, 'before' | 'after'> => {
  let start = 0;
  while (start < after.length && before[start] === after[start]) start += 1;
  const cut = (text: string) =>
    shorten(start > 2 * SHOWN_BEFORE ? `…${text.slice(start - SHOWN_BEFORE)}` : text);
  return { before: cut(before), after: cut(after) };
};

const textLoss = (field: string, before = '', after = ''): FoundLoss[] => {
  if (unifyLineEnds(after).length >= unifyLineEnds(before).length) return [];
  if (after === '') return [{ field, kind: 'emptied', before: shorten(before), after }];
  return [{ field, kind: 'shortened', ...fromDifference(before, after) }];
};

const removed = (field: string, before: string): FoundLoss => ({
  field,
  kind: 'removed',
  before: shorten(before),
  after: '',
});

/** The texts and codes that a disease loses. */
export const findDiseaseLosses = (before: DiseaseInput, after: DiseaseInput): FoundLoss[] => {
  const codes = new Set(after.codes.map(toCodeText));
  return [
    ...diseaseTextNames.flatMap((field) => textLoss(field, before[field], after[field])),
    ...before.codes
      .map(toCodeText)
      .filter((code) => !codes.has(code))
      .map((code) => removed('codes', code)),
  ];
};

const protocolText = (protocol: StoredProtocol): string => {
  const { color, applicationArea, duration, frequency } = toProtocolTexts(protocol);
  return [color, applicationArea, duration, frequency].join(', ');
};

const findProtocolLosses = (
  before: readonly StoredProtocol[],
  after: readonly StoredProtocol[],
): FoundLoss[] => {
  const kept = new Map(after.map((each) => [each._id.toHexString(), each]));
  return before.flatMap((protocol) => {
    const next = kept.get(protocol._id.toHexString());
    if (!next) return [removed('protocols', protocolText(protocol))];
    return protocolFieldNames
      .filter((field) => field !== 'color')
      .flatMap((field) => textLoss(field, protocol[field], next[field]));
  });
};

/** The texts and protocols that a treatment loses. */
export const findTreatmentLosses = (before: TreatmentFields, after: TreatmentFields) => [
  ...(['descriptionEn', 'descriptionKn'] as const)
    .filter((field) => before[field] !== placeholder[field === 'descriptionEn' ? 'en' : 'kn'])
    .flatMap((field) => textLoss(field, before[field], after[field])),
  ...findProtocolLosses(before.protocols, after.protocols),
];
