import { placeholder } from './placeholder.js';

/** Where the Kannada text comes from, as stored. */
export interface StoredTranslation {
  engine?: string | undefined;
  translatedAt?: Date | undefined;
  needsReview: boolean;
  outdated: boolean;
}

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

const stateAfter = (
  before: Descriptions | undefined,
  input: DescriptionsInput,
  texts: { en: string; kn: string },
  now: Date,
): StoredTranslation => {
  const engine = input.machineTranslatedBy;
  const isSameEn = texts.en === before?.descriptionEn;
  if (engine && input.descriptionKn) {
    const state = before?.translation;
    // The form hands the engine's name back while nobody has touched the engine's text.
    if (state?.needsReview && state.engine === engine && texts.kn === before?.descriptionKn)
      return { ...state, outdated: state.outdated || !isSameEn };
    return { engine, translatedAt: now, needsReview: true, outdated: false };
  }
  if (!before || texts.kn !== before.descriptionKn) return { needsReview: false, outdated: false };
  // Only the English text was worked on: nobody has looked at the Kannada one.
  if (!isSameEn) return { ...before.translation, outdated: true };
  return { needsReview: false, outdated: before.translation.outdated };
};

/** The descriptions after a person saved `input` over `before` (absent: a new treatment). */
export const describe = (
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
    translation: stateAfter(before, input, texts, now),
  };
};
