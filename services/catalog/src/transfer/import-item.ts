import { categories, fold, MAX_CODES, MAX_PROTOCOLS, type Refusal } from '@ctdb/contracts';
import type { TransferDisease } from './transfer-rows.js';

/** What a file says of one disease. Fields that it does not name are absent. */
export interface ImportItem {
  /** Of its first row; see `refusal` of the contracts. */
  line: number;
  /** Of all its rows. */
  lines: number[];
  /** The lines of its protocols; of JSON always the same one. */
  protocolLines: number[];
  /** How much of the file is read with it, from 0 to 1. */
  progress: number;
  disease: TransferDisease;
  /** About how much memory it needs, in characters. */
  length: number;
  /** What is wrong with its rows. */
  refusals: Refusal[];
}

/** An item of which the line alone is known. */
export const newItem = (line: number): ImportItem => ({
  line,
  lines: [],
  protocolLines: [],
  progress: 0,
  disease: {},
  length: 0,
  refusals: [],
});

/** Refusals of one disease; further ones are left out. */
export const MAX_ITEM_REFUSALS = 100;
/** Codes of one disease, the repeated ones too. */
const MAX_GIVEN_CODES = 50 * MAX_CODES;
/** Characters of a value that are shown. */
const MAX_SHOWN_LENGTH = 100;

/** The beginning of a text, to be shown. */
export const shorten = (text: string): string =>
  text.length > MAX_SHOWN_LENGTH
    ? `${text.slice(0, MAX_SHOWN_LENGTH - 1).toWellFormed()}…`
    : text.toWellFormed();

/** Adds what is wrong with a row. */
export const refuse = ({ refusals }: ImportItem, refusal: Refusal): void => {
  const { value } = refusal;
  if (refusals.length >= MAX_ITEM_REFUSALS) return;
  refusals.push({ ...refusal, ...(value !== undefined && { value: shorten(value) }) });
};

/** Cuts lists that are too long before their elements are checked; the disease is refused. */
export const cutLists = (item: ImportItem): ImportItem => {
  const { disease, line } = item;
  // The contract refuses the protocol that is one too many.
  if (Array.isArray(disease.protocols))
    disease.protocols = disease.protocols.slice(0, MAX_PROTOCOLS + 1);
  if (Array.isArray(disease.codes) && disease.codes.length > MAX_GIVEN_CODES) {
    disease.codes = [];
    refuse(item, { line, field: 'codes', code: 'TOO_MANY', params: { max: MAX_CODES } });
  }
  return item;
};

const categoryByKey = new Map(categories.map((category) => [fold(category), category]));

/** The category that is written in other letters; the text itself if there is none. */
export const toCategory = (text: string): string => categoryByKey.get(fold(text)) ?? text;
