import type { Category, Outcome, ProtocolColor } from '@ctdb/contracts';

/** A protocol whose free texts carry both languages: "Forehead · ಹಣೆ". */
export interface SampleProtocol {
  color: ProtocolColor;
  applicationArea: string;
  duration: string;
  frequency: string;
}

/** A note; days count back from the day on which the database is filled. */
export interface SampleNote {
  title: string;
  content: string;
  daysAgo: number;
}

/** An outcome of an invented patient; days as in {@link SampleNote}. */
export interface SampleHistoryEntry {
  daysAgo: number;
  patientName: string;
  treatmentDescription: string;
  outcome: Outcome;
  practitioner: string;
}

/** The treatment of a sample disease with all that hangs on it. */
export interface SampleTreatment {
  descriptionEn: string;
  descriptionKn: string;
  protocols: readonly SampleProtocol[];
  notes: readonly SampleNote[];
  history: readonly SampleHistoryEntry[];
}

/** A disease with which a new database is filled. */
export interface SampleDisease {
  /** Never changes, so that filling twice recognises the disease. */
  key: string;
  nameEn: string;
  nameKn: string;
  category: Category;
  /** English, a blank line, Kannada. */
  notes: string;
  treatment: SampleTreatment;
}
