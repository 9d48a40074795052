import type { Category, DiseaseCode, Outcome, ProtocolColor } from '@ctdb/contracts';

/** A protocol of a sample treatment, in both languages. */
export interface SampleProtocol {
  color: ProtocolColor;
  applicationArea: string;
  applicationAreaKn: string;
  duration: string;
  durationKn: string;
  frequency: string;
  frequencyKn: string;
}

/** A note; days count back from the day on which the database is filled. */
export interface SampleNote {
  title: string;
  titleKn: string;
  content: string;
  contentKn: string;
  daysAgo: number;
}

/** Who gave a treatment: one name in both scripts. */
export interface SamplePractitioner {
  practitioner: string;
  practitionerKn: string;
}

/** An outcome of an invented patient; days as in {@link SampleNote}. */
export interface SampleHistoryEntry extends SamplePractitioner {
  daysAgo: number;
  patientName: string;
  treatmentDescription: string;
  treatmentDescriptionKn: string;
  outcome: Outcome;
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
  codes: readonly DiseaseCode[];
  /** English, a blank line, Kannada. */
  notes: string;
  treatment: SampleTreatment;
}
