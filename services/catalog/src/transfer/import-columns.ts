import {
  diseaseColumns,
  UNREAD_COLUMN,
  type ImportColumn,
  type PlannedColumn,
} from '@ctdb/contracts';
import { tokenize } from '../diseases/search/tokenize.js';
import { ImportFileError } from './import-file.error.js';

/** Most columns of a file. Cells behind them are one cell. */
export const MAX_COLUMNS = 200;
const MAX_HEADER_LENGTH = 100;

/** How people call the columns whose texts are in both languages, in English and in Kannada. */
const bilingual: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['name', ['name', 'disease', 'disease name'], ['ಹೆಸರು', 'ರೋಗ', 'ರೋಗದ ಹೆಸರು']],
  ['description', ['description', 'treatment', 'treatment description'], ['ವಿವರಣೆ', 'ಚಿಕಿತ್ಸೆ']],
  ['applicationArea', ['application area', 'area', 'body area', 'where to apply'], ['ದೇಹದ ಭಾಗ']],
  ['duration', ['duration'], ['ಅವಧಿ']],
  ['frequency', ['frequency', 'how often'], ['ಎಷ್ಟು ಬಾರಿ']],
];

const others: Partial<Record<ImportColumn, readonly string[]>> = {
  id: ['disease id', 'ಐಡಿ'],
  alsoKnownAs: ['other names', 'also called', 'synonyms', 'ಇತರ ಹೆಸರುಗಳು'],
  category: ['ವರ್ಗ'],
  notes: ['note', 'ಟಿಪ್ಪಣಿ', 'ಟಿಪ್ಪಣಿಗಳು'],
  codes: ['code', 'classification codes', 'ICD codes', 'ರೋಗ ವರ್ಗೀಕರಣದ ಸಂಕೇತಗಳು'],
  machineTranslatedBy: ['machine translation', 'translated by'],
  color: ['colour', 'light', 'ಬಣ್ಣ'],
};

const ENGLISH = ['english', 'en', 'ಇಂಗ್ಲಿಷ್'];
const KANNADA = ['kannada', 'kn', 'ಕನ್ನಡ'];

const toKey = (header: string): string =>
  tokenize(header)
    .filter((word) => word !== 'in')
    .join('');

/** The column of a header by its letters and digits: `Name (English)`, `English name` and `name_en` are `nameEn`. */
const columnByKey = new Map<string, ImportColumn>();

const addNames = (column: string, names: readonly string[]): void => {
  for (const name of names) columnByKey.set(toKey(name), column as ImportColumn);
};

const inLanguages = (names: readonly string[], languages: readonly string[]): string[] =>
  names.flatMap((name) =>
    languages.flatMap((language) => [`${name} ${language}`, `${language} ${name}`]),
  );

for (const [base, english, kannada] of bilingual) {
  const isName = base === 'name' || base === 'description';
  addNames(isName ? `${base}En` : base, [
    ...english,
    ...inLanguages([...english, ...kannada], ENGLISH),
  ]);
  addNames(`${base}Kn`, [...kannada, ...inLanguages([...english, ...kannada], KANNADA)]);
}
for (const [column, names] of Object.entries(others)) addNames(column, names);
for (const column of diseaseColumns) addNames(column, [column]);

const columnOf = (header: string): ImportColumn | undefined => columnByKey.get(toKey(header));

/** How many of some headers are known. */
export const countKnown = (headers: readonly string[]): number =>
  headers.filter((header) => columnOf(header) !== undefined).length;

const isTaken = (columns: readonly PlannedColumn[], { field }: PlannedColumn, index: number) =>
  field !== UNREAD_COLUMN && columns.findIndex((each) => each.field === field) < index;

/** Which column is which: as `chosen` says, otherwise by the headers. One without a header has no field. */
export const planColumns = (
  headers: readonly string[],
  chosen: readonly ImportColumn[] | undefined,
): PlannedColumn[] =>
  headers.map((text, index) => ({
    header: text.trim().slice(0, MAX_HEADER_LENGTH),
    field: chosen ? (chosen[index] ?? UNREAD_COLUMN) : (columnOf(text) ?? ''),
  }));

/** Throws unless the file can be read with these columns. */
export const assertColumns = (
  columns: readonly PlannedColumn[],
  chosen: readonly ImportColumn[] | undefined,
): void => {
  if (!columns.some(({ field }) => field !== '' && field !== UNREAD_COLUMN))
    throw new ImportFileError('NO_HEADER');
  const wrong = columns.find(
    (column, index) =>
      (column.field === '' && column.header !== '') ||
      (column.field !== '' && isTaken(columns, column, index)),
  );
  const missing = chosen?.slice(columns.length).find((field) => field !== UNREAD_COLUMN);
  if (wrong) throw new ImportFileError('UNKNOWN_COLUMN', { column: wrong.header });
  if (missing) throw new ImportFileError('UNKNOWN_COLUMN', { column: missing });
};
