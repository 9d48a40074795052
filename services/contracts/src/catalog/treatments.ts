import { z } from 'zod';
import { defineCommand, defineQuery } from '../command.js';
import { defineEvent, fieldChange } from '../event.js';
import { objectId, timestamp, version } from '../ids.js';
import { optionalText, requiredText } from '../text.js';
import { protocolColour } from '../vocabulary/schemas.js';
import { MAX_DESCRIPTION, MAX_NAME, MAX_PROTOCOLS } from '../vocabulary/limits.js';
import { image } from '../media/images.js';
import { historyEntry, note } from './entries.js';

/** A colour, where it is applied, how long and how often. */
export const protocol = z.object({
  id: objectId,
  treatmentId: objectId,
  color: protocolColour,
  applicationArea: z.string(),
  duration: z.string(),
  frequency: z.string(),
  createdAt: timestamp,
});
/** See {@link protocol}. */
export type Protocol = z.infer<typeof protocol>;

/** What a person fills in for a protocol; `id` keeps the identity of one that stays. */
export const protocolInput = z.strictObject({
  id: objectId.optional(),
  color: protocolColour,
  applicationArea: requiredText(MAX_NAME),
  duration: requiredText(MAX_NAME),
  frequency: requiredText(MAX_NAME),
});

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
 * A treatment as the browser gets it, with its images. `imagesUnavailable` while nobody can tell
 * which they are: then there are none in the answer.
 */
export const treatmentWithImages = treatmentDetail.extend({
  images: z.array(image),
  imagesUnavailable: z.literal(true).optional(),
});
/** See {@link treatmentWithImages}. */
export type TreatmentWithImages = z.infer<typeof treatmentWithImages>;

const descriptions = {
  descriptionEn: optionalText(MAX_DESCRIPTION),
  descriptionKn: optionalText(MAX_DESCRIPTION),
  /** Engine whose Kannada text was taken over unread. */
  machineTranslatedBy: requiredText(100).optional(),
};

/** A new treatment; blank descriptions take the placeholder text. */
export const treatmentInput = z.strictObject({ diseaseId: objectId, ...descriptions });
/** New descriptions of a treatment. */
export const treatmentUpdate = z.strictObject(descriptions);
/** All protocols of a treatment, in their order. */
export const protocolList = z.array(protocolInput).max(MAX_PROTOCOLS);

/** The treatment of a disease; `NOT_FOUND` (kind treatment) where it has none yet. */
export const getTreatmentOfDisease = defineQuery({
  name: 'catalog.treatments.ofDisease',
  request: z.strictObject({ diseaseId: objectId }),
  reply: treatmentDetail,
});
/** A treatment by itself; `NOT_FOUND` (kind treatment) where it, or its disease, is not there. */
export const getTreatment = defineQuery({
  name: 'catalog.treatments.get',
  request: z.strictObject({ id: objectId }),
  reply: treatment,
});
/** Creates the treatment of a disease; `TREATMENT_EXISTS` where there is one. */
export const createTreatment = defineCommand({
  name: 'catalog.treatments.create',
  request: treatmentInput,
  reply: treatment,
});
/** Changes the descriptions. */
export const updateTreatment = defineCommand({
  name: 'catalog.treatments.update',
  request: treatmentUpdate.extend({ id: objectId, ifMatch: version.optional() }),
  reply: treatment,
});
/** Replaces all protocols of a treatment. */
export const replaceProtocols = defineCommand({
  name: 'catalog.protocols.replace',
  request: z.strictObject({
    treatmentId: objectId,
    protocols: protocolList,
    ifMatch: version.optional(),
  }),
  reply: z.object({ protocols: z.array(protocol), version }),
});

const treatmentFact = z.object({
  treatmentId: objectId,
  diseaseId: objectId,
  version,
  changes: z.array(fieldChange),
});

/** What happens to treatments. */
export const treatmentEvents = {
  created: defineEvent({ name: 'catalog.treatment.created.v1', payload: treatmentFact }),
  updated: defineEvent({ name: 'catalog.treatment.updated.v1', payload: treatmentFact }),
  protocolsReplaced: defineEvent({
    name: 'catalog.treatment.protocols-replaced.v1',
    payload: treatmentFact,
  }),
};
