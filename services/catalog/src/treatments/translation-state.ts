import type { Requests } from '@ctdb/contracts';
import {
  placeholder,
  type StoredTranslation,
  type TreatmentRecord,
} from '../records/treatment.record.js';

/** The state of a Kannada text that a person wrote or has reviewed. */
export const reviewed = { needsReview: false, outdated: false } as const;

/** The two texts of a treatment with the state of the Kannada one. */
export type Descriptions = Pick<TreatmentRecord, 'descriptionEn' | 'descriptionKn' | 'translation'>;

/** What a person sends; blank texts take the placeholder. */
type DescriptionsInput = Omit<Requests['createTreatment'], 'diseaseId'>;

const nextTranslationState = (
  before: Descriptions | undefined,
  input: DescriptionsInput,
  { descriptionEn, descriptionKn }: Omit<Descriptions, 'translation'>,
  now: Date,
): StoredTranslation => {
  const engine = input.machineTranslatedBy;
  const isSameEn = descriptionEn === before?.descriptionEn;
  if (engine && input.descriptionKn) {
    const state = before?.translation;
    // The form returns the engine's name while its text is unchanged.
    if (state?.needsReview && state.engine === engine && descriptionKn === before?.descriptionKn)
      return { ...state, outdated: state.outdated || !isSameEn };
    return { engine, translatedAt: now, needsReview: true, outdated: false };
  }
  if (!before || descriptionKn !== before.descriptionKn) return reviewed;
  // Only the English text changed: the Kannada one is not reviewed.
  if (!isSameEn) return { ...before.translation, outdated: true };
  return { ...reviewed, outdated: before.translation.outdated };
};

/** The descriptions after a person saved `input` over `before` (absent: a new treatment). */
export const mergeDescriptions = (
  before: Descriptions | undefined,
  input: DescriptionsInput,
  now: Date,
): Descriptions => {
  const texts = {
    descriptionEn: input.descriptionEn || placeholder.en,
    descriptionKn: input.descriptionKn || placeholder.kn,
  };
  return { ...texts, translation: nextTranslationState(before, input, texts, now) };
};
