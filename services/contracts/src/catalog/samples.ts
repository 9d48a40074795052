import { z } from 'zod';
import { defineQuery } from '../command.js';
import { objectId } from '../ids.js';
import { protocolColor } from '../constants/schemas.js';

/** A treatment that came with a new database, with its first protocol: what a picture of it shows. */
export const sampleTreatment = z.object({
  treatmentId: objectId,
  diseaseId: objectId,
  nameEn: z.string(),
  nameKn: z.string(),
  color: protocolColor,
  /** Carries both languages. */
  applicationArea: z.string(),
});
/** See {@link sampleTreatment}. */
export type SampleTreatment = z.infer<typeof sampleTreatment>;

/** The sample treatments that are still there; none in a database that was not filled with samples. */
export const listSampleTreatments = defineQuery({
  name: 'catalog.samples.list',
  request: z.strictObject({}),
  reply: z.object({ samples: z.array(sampleTreatment) }),
});
