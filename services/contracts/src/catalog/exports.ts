import { z } from 'zod';
import { access } from '../authorisation.js';
import { defineQuery } from '../command.js';
import { customEndpoint, defineRoute } from '../endpoint.js';
import { objectId } from '../records.js';
import { diseaseCode } from './codes.js';
import { diseaseFieldNames } from './diseases.js';
import { protocolFieldNames } from './treatments.js';

/** Formats of exports; `json` is one JSON object per line. */
export const transferFormat = z.enum(['csv', 'json']);
/** See {@link transferFormat}. */
export type TransferFormat = z.infer<typeof transferFormat>;

/** The content type of each format. */
export const transferContentTypes = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/x-ndjson; charset=utf-8',
} as const satisfies Record<TransferFormat, string>;

/** The columns of a treatment in {@link diseaseColumns}. */
export const descriptionColumns = [
  'descriptionEn',
  'descriptionKn',
  'machineTranslatedBy',
] as const;

/**
 * The columns of the CSV of diseases, in their order: one row per protocol. Further rows of a disease
 * repeat its id, names and category.
 */
export const diseaseColumns = [
  'id',
  ...diseaseFieldNames,
  ...descriptionColumns,
  ...protocolFieldNames,
] as const;

const names = ['nameEn', 'nameKn'] as const;
const historyTexts = [
  'date',
  'patientName',
  'patientBirthYear',
  'patientPlace',
  'treatmentDescription',
  'treatmentDescriptionKn',
  'outcome',
  'practitioner',
  'practitionerKn',
] as const;
const noteTexts = ['title', 'titleKn', 'content', 'contentKn'] as const;

/** The columns of the CSV of history entries, in their order. */
export const historyColumns = ['id', 'diseaseId', ...names, ...historyTexts, 'createdAt'] as const;

/** The columns of the CSV of notes, in their order. */
export const noteColumns = [
  'id',
  'diseaseId',
  ...names,
  ...noteTexts,
  'isPublished',
  'createdAt',
] as const;

/** The columns of the CSV of a practice, in their order: a row fills those of its `kind`. */
export const practiceColumns = [
  'kind',
  'id',
  ...names,
  ...historyTexts,
  ...noteTexts,
  'followUpOn',
  'createdAt',
] as const;

/** What precedes the first row of a CSV: a mark of UTF-8 for spreadsheet programs. */
export const CSV_BOM = '\ufeff';

/** One part of an export. `next` is where the following part begins; absent in the last one. */
const exportPart = z.object({ text: z.string(), next: objectId.optional() });

const byPart = { after: objectId.optional() };

/** What all exports have in common. */
const exportRoute = {
  access: access.from('admin'),
  confirmed: true,
  contentTypes: ['text/csv'],
  request: z.strictObject(byPart),
  reply: exportPart,
  deadlineMs: 20_000,
} as const;

/** All diseases with their treatments and protocols, ordered by id; `after` is `next` of the part before. */
export const exportDiseases = customEndpoint('GET /api/export', {
  ...exportRoute,
  summary: 'All diseases with treatments and protocols, as CSV or as JSON lines',
  query: z.strictObject({ format: transferFormat.default('csv') }),
  contentTypes: ['text/csv', 'application/x-ndjson'],
  message: 'catalog.export.diseases',
  request: z.strictObject({ format: transferFormat, ...byPart }),
});

/** All history entries of diseases that are not in the trash, ordered by id. */
export const exportHistory = customEndpoint('GET /api/export/history', {
  ...exportRoute,
  summary: 'All history entries, as CSV',
  message: 'catalog.export.history',
});

/** All notes of treatments of diseases that are not in the trash, ordered by id. */
export const exportNotes = customEndpoint('GET /api/export/notes', {
  ...exportRoute,
  summary: 'All notes of treatments, as CSV',
  message: 'catalog.export.notes',
});

/** Which treatment an archive of images names, and by what. */
export const namedTreatment = z.object({
  id: objectId,
  diseaseId: objectId,
  nameEn: z.string(),
  nameKn: z.string(),
  codes: z.array(diseaseCode),
});
/** See {@link namedTreatment}. */
export type NamedTreatment = z.infer<typeof namedTreatment>;

/** The treatments of diseases that are not in the trash, part by part, for archives of images. */
export const listNamedTreatments = defineQuery({
  name: 'catalog.treatments.named',
  callers: ['media'],
  request: z.strictObject(byPart),
  reply: z.object({ treatments: z.array(namedTreatment), next: objectId.optional() }),
  deadlineMs: 20_000,
});

/** Where a part begins: a kind of row, and the id of the last one before. */
const practiceCursor = z.string().regex(/^(note|history|patient)(:[0-9a-f]{24})?$/);

/** All notes, history entries and patients of a practice that are not in the trash. */
export const exportPractice = defineQuery({
  name: 'catalog.export.practice',
  access: access.everyone,
  request: z.strictObject({ practice: objectId, after: practiceCursor.optional() }),
  reply: z.object({ text: z.string(), next: practiceCursor.optional() }),
  deadlineMs: 20_000,
});

/** The CSV of diseases without rows. */
export const getImportTemplate = defineRoute('GET /api/export/template', {
  summary: 'An empty CSV with the columns of an import',
  access: access.from('admin'),
  contentTypes: ['text/csv'],
});
