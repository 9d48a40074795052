import {
  diseaseInput,
  historyInput,
  noteInput,
  protocolColor,
  protocolInput,
} from '@ctdb/contracts';
import { z } from 'zod';
import autoimmune from './autoimmune.json' with { type: 'json' };
import cardiovascular from './cardiovascular.json' with { type: 'json' };
import digestive from './digestive.json' with { type: 'json' };
import mentalHealth from './mental-health.json' with { type: 'json' };
import metabolic from './metabolic.json' with { type: 'json' };
import neurological from './neurological.json' with { type: 'json' };
import other from './other.json' with { type: 'json' };
import respiratory from './respiratory.json' with { type: 'json' };
import skin from './skin.json' with { type: 'json' };

/** A text with a blank line between its paragraphs. */
const paragraphs = z.array(z.string()).transform((texts) => texts.join('\n\n'));

const protocol = protocolInput.omit({ id: true }).extend({ color: protocolColor });

/** Days before the one on which the database is filled. */
const daysAgo = z.int();

const note = noteInput.omit({ treatmentId: true }).extend({ daysAgo });

/** An outcome of an invented patient, by an invented practitioner. */
const historyEntry = historyInput
  .omit({ treatmentId: true, date: true, patientId: true, newPatient: true })
  .extend({ daysAgo });

const sampleDisease = diseaseInput.extend({
  /** Never changes, so that filling twice recognises the disease. */
  key: z.string(),
  /** English, then Kannada. */
  notes: paragraphs,
  treatment: z.strictObject({
    descriptionEn: paragraphs,
    descriptionKn: paragraphs,
    protocols: z.array(protocol),
    notes: z.array(note),
    history: z.array(historyEntry),
  }),
});
/** A disease with which a new database is filled. */
export type SampleDisease = z.output<typeof sampleDisease>;

/** The diseases with which a new database is filled, in the order of the categories. */
export const sampleDiseases: readonly SampleDisease[] = z
  .array(sampleDisease)
  .parse([
    ...respiratory,
    ...cardiovascular,
    ...digestive,
    ...neurological,
    ...skin,
    ...autoimmune,
    ...mentalHealth,
    ...metabolic,
    ...other,
  ]);
