import { z } from 'zod';
import { defineQuery } from '../command.js';
import { access } from '../authorisation.js';
import { endpoint } from '../endpoint.js';
import { objectId } from '../records.js';
import { kannadaText } from '../text-fields.js';
import { category, protocolColor } from '../constants/schemas.js';

/** A treatment that came with a new database, with its first protocol of a built-in color: what a picture of it shows. */
export const sampleTreatment = z.object({
  treatmentId: objectId,
  diseaseId: objectId,
  nameEn: z.string(),
  nameKn: z.string(),
  color: protocolColor,
  applicationArea: z.string(),
  applicationAreaKn: kannadaText,
});
/** See {@link sampleTreatment}. */
export type SampleTreatment = z.infer<typeof sampleTreatment>;

/** The sample treatments that are still there; none in a database that was not filled with samples. */
export const listSampleTreatments = defineQuery({
  name: 'catalog.samples.list',
  callers: ['media'],
  reply: z.object({ samples: z.array(sampleTreatment) }),
});

/** Sample diseases that the landing page shows. */
export const MAX_SAMPLE_CARDS = 3;

/** What visitors see of a sample disease; `colors` are those of its protocols. */
export const sampleCard = z.object({
  nameEn: z.string(),
  nameKn: z.string(),
  category,
  colors: z.array(protocolColor),
});
/** See {@link sampleCard}. */
export type SampleCard = z.infer<typeof sampleCard>;

/** Sample diseases of different categories that no person has edited, for visitors without access. */
export const listSampleCards = endpoint('GET /api/samples', {
  summary: 'Three sample diseases, for the landing page',
  access: access.everyone,
  message: 'catalog.samples.cards',
  reply: z.array(sampleCard).max(MAX_SAMPLE_CARDS),
});

const count = z.number().int().min(0);

/**
 * What is left of the samples. `entries` are notes and history entries of diseases that are not in the
 * trash; `inTrash` is how many records `restoreSamples` brings back; `edited` are the diseases that
 * came as samples and are a person's since they, or their treatments, were edited.
 */
export const samplesState = z.object({
  diseases: count,
  entries: count,
  inTrash: count,
  edited: z.array(z.object({ diseaseId: objectId, nameEn: z.string(), nameKn: z.string() })),
});
/** See {@link samplesState}. */
export type SamplesState = z.infer<typeof samplesState>;

/** See {@link samplesState}. */
export const getSamplesState = endpoint('GET /api/samples/state', {
  summary: 'What is left of the sample data',
  access: access.from('admin'),
  message: 'catalog.samples.state',
  reply: samplesState,
});
/**
 * Moves all samples into the trash. A sample disease with a note, history entry, image or treatment of
 * a person stays (`kept`) without its sample notes and history entries (`entries`).
 */
export const removeSamples = endpoint('POST /api/samples/remove', {
  summary: 'Moves all sample data into the trash',
  access: access.from('admin'),
  message: 'catalog.samples.remove',
  deadlineMs: 30_000,
  reply: z.object({ diseases: count, entries: count, kept: count }),
});
/** Restores all samples that are in the trash. */
export const restoreSamples = endpoint('POST /api/samples/restore', {
  summary: 'Takes all sample data out of the trash',
  access: access.from('admin'),
  message: 'catalog.samples.restore',
  deadlineMs: 30_000,
  reply: z.object({ diseases: count, entries: count }),
});
