import { placeholder, type StoredTranslation } from '../records/treatment.record.js';

/** The state of a Kannada text that a person wrote or has reviewed. */
export const reviewed = { needsReview: false, outdated: false } as const;

/** The two texts of a treatment with the state of the Kannada one. */
export interface Descriptions {
  descriptionEn: string;
  descriptionKn: string;
  translation: StoredTranslation;
}

/** What a person sends; blank texts take the placeholder. */
export interface DescriptionsInput {
  descriptionEn: string;
  descriptionKn: string;
  machineTranslatedBy?: string | undefined;
}

const nextTranslationState = (
  before: Descriptions | undefined,
  input: DescriptionsInput,
  texts: { en: string; kn: string },
  now: Date,
): StoredTranslation => {
  const engine = input.machineTranslatedBy;
  const isSameEn = texts.en === before?.descriptionEn;
  if (engine && input.descriptionKn) {
    const state = before?.translation;
    // The form returns the engine's name while its text is unchanged.
    if (state?.needsReview && state.engine === engine && texts.kn === before?.descriptionKn)
      return { ...state, outdated: state.outdated || !isSameEn };
    return { engine, translatedAt: now, needsReview: true, outdated: false };
  }
  if (!before || texts.kn !== before.descriptionKn) return reviewed;
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
    en: input.descriptionEn || placeholder.en,
    kn: input.descriptionKn || placeholder.kn,
  };
  return {
    descriptionEn: texts.en,
    descriptionKn: texts.kn,
    translation: nextTranslationState(before, input, texts, now),
  };
};
