import { z } from 'zod';
import { defineQuery } from '../command.js';
import { access } from '../authorisation.js';
import { customEndpoint, endpoint } from '../endpoint.js';
import { eventsAbout, fieldChange } from '../event.js';
import { byId, isSample, objectId, ofRecord, timestamp, version } from '../records.js';
import { kannadaText, optionalLine, optionalText, requiredLine } from '../text-fields.js';
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, MAX_PROTOCOLS } from '../constants/limits.js';
import { image } from '../media/images.js';
import { colorLook, colorRef } from './colors.js';
import { historyEntry, note } from './entries.js';

/** A colour, where it is applied, how long and how often. */
export const protocol = z.object({
  id: objectId,
  treatmentId: objectId,
  color: colorRef,
  /** Of an added color. */
  colorLook: colorLook.optional(),
  applicationArea: z.string(),
  applicationAreaKn: kannadaText,
  duration: z.string(),
  durationKn: kannadaText,
  frequency: z.string(),
  frequencyKn: kannadaText,
  createdAt: timestamp,
});
/** See {@link protocol}. */
export type Protocol = z.infer<typeof protocol>;

const protocolFields = {
  color: colorRef,
  applicationArea: requiredLine(MAX_NAME_LENGTH),
  applicationAreaKn: optionalLine(MAX_NAME_LENGTH),
  duration: requiredLine(MAX_NAME_LENGTH),
  durationKn: optionalLine(MAX_NAME_LENGTH),
  frequency: requiredLine(MAX_NAME_LENGTH),
  frequencyKn: optionalLine(MAX_NAME_LENGTH),
};
/** What a person fills in for a protocol; `id` keeps the identity of one that stays. */
export const protocolInput = z.strictObject({ id: objectId.optional(), ...protocolFields });
/** The names of the fields of {@link protocolInput} but `id`. */
export const protocolFieldNames = Object.keys(protocolFields) as (keyof typeof protocolFields)[];

/** Where the Kannada text comes from and whether a person should look at it. */
export const translationState = z.object({
  /** Engine that wrote the Kannada text; absent where a person wrote or approved it. */
  engine: z.string().optional(),
  translatedAt: timestamp.optional(),
  needsReview: z.boolean(),
  /** The English text was changed after the Kannada text. */
  outdated: z.boolean(),
});

/** A treatment without what hangs on it. */
export const treatment = z.object({
  id: objectId,
  diseaseId: objectId,
  descriptionEn: z.string(),
  descriptionKn: z.string(),
  translation: translationState,
  isSample,
  createdAt: timestamp,
  updatedAt: timestamp,
  version,
});
/** See {@link treatment}. */
export type Treatment = z.infer<typeof treatment>;

/** A treatment with its protocols and its newest notes and history entries. */
export const treatmentDetail = treatment.extend({
  protocols: z.array(protocol),
  notes: z.array(note),
  history: z.array(historyEntry),
  notesCount: z.number().int(),
  historyCount: z.number().int(),
});
/** See {@link treatmentDetail}. */
export type TreatmentDetail = z.infer<typeof treatmentDetail>;

/**
 * A treatment as the browser gets it, with its images. `imagesUnavailable` if the media service
 * does not answer: then the list of images is empty.
 */
export const treatmentWithImages = treatmentDetail.extend({
  images: z.array(image),
  imagesUnavailable: z.literal(true).optional(),
});
/** See {@link treatmentWithImages}. */
export type TreatmentWithImages = z.infer<typeof treatmentWithImages>;

const descriptions = {
  descriptionEn: optionalText(MAX_DESCRIPTION_LENGTH),
  descriptionKn: optionalText(MAX_DESCRIPTION_LENGTH),
  /** Engine whose Kannada text was taken over unread. */
  machineTranslatedBy: requiredLine(100).optional(),
};

/** A new treatment; blank descriptions take the placeholder text. */
export const treatmentInput = z.strictObject({ diseaseId: objectId, ...descriptions });
/** New descriptions of a treatment. */
export const treatmentUpdate = z.strictObject(descriptions);
/** All protocols of a treatment, in their order. */
export const protocolList = z.array(protocolInput).max(MAX_PROTOCOLS);

const byDisease = z.strictObject({ diseaseId: objectId });

/**
 * The treatment of a disease; `NOT_FOUND` (kind treatment) if it has none yet. If `knownEtag` is still
 * current, the reply is `notModified`. The ETag, which the version before does not send, depends on
 * what the caller may see.
 */
export const getTreatmentOfDisease = customEndpoint('GET /api/treatments/disease/{diseaseId}', {
  summary: 'The treatment of a disease with protocols, notes and history',
  access: access.passWith('read'),
  params: byDisease,
  response: treatmentWithImages,
  errors: ['NOT_FOUND'],
  revalidated: true,
  message: 'catalog.treatments.ofDisease',
  request: byDisease.extend({ knownEtag: z.string().max(200).optional() }),
  reply: z.union([
    treatmentDetail.extend({ etag: z.string().optional() }),
    z.object({ notModified: z.literal(true) }),
  ]),
});
/** A treatment by itself; `NOT_FOUND` (kind treatment) if it or its disease does not exist. */
export const getTreatment = defineQuery({
  name: 'catalog.treatments.get',
  callers: ['media'],
  request: byId,
  reply: treatment,
});
/** Creates the treatment of a disease; `TREATMENT_EXISTS` if there is one. */
export const createTreatment = endpoint('POST /api/treatments', {
  summary: 'Adds the treatment of a disease',
  access: access.from('editor'),
  body: treatmentInput,
  idempotent: true,
  errors: ['NOT_FOUND', 'TREATMENT_EXISTS', 'IDEMPOTENCY_KEY_REUSED'],
  message: 'catalog.treatments.create',
  location: '/api/treatments/disease/{diseaseId}',
  reply: treatment,
});
/** Changes the descriptions. */
export const updateTreatment = endpoint('PUT /api/treatments/{id}', {
  summary: 'Changes the descriptions of a treatment',
  access: access.from('editor'),
  ...ofRecord,
  body: treatmentUpdate,
  conditional: true,
  message: 'catalog.treatments.update',
  versioned: true,
  reply: treatment,
});
/**
 * Says that a person has read the Kannada text and finds it right: it needs no review and is not
 * outdated. If that is so already, nothing changes.
 */
export const reviewTranslation = endpoint('POST /api/treatments/{id}/review', {
  summary: 'Marks the Kannada description of a treatment as reviewed',
  access: access.from('editor'),
  ...ofRecord,
  conditional: true,
  message: 'catalog.treatments.review',
  versioned: true,
  reply: treatment,
});
/** Replaces all protocols of a treatment. */
export const replaceProtocols = customEndpoint('PUT /api/treatments/{id}/protocols', {
  summary: 'Replaces the protocols of a treatment',
  access: access.from('editor'),
  ...ofRecord,
  body: protocolList,
  response: z.array(protocol),
  conditional: true,
  message: 'catalog.protocols.replace',
  request: z.strictObject({
    treatmentId: objectId,
    protocols: protocolList,
    ifMatch: version.optional(),
  }),
  reply: z.object({ protocols: z.array(protocol), version }),
});

const event = eventsAbout('catalog.treatment', {
  treatmentId: objectId,
  diseaseId: objectId,
  version,
  changes: z.array(fieldChange),
});

/** What happens to treatments. */
export const treatmentEvents = {
  created: event('created'),
  updated: event('updated'),
  reviewed: event('reviewed'),
  protocolsReplaced: event('protocols-replaced'),
};
