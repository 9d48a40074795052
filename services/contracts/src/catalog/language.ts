import { z } from 'zod';
import { defineQuery } from '../command.js';
import { requiredText } from '../text.js';
import { MAX_DESCRIPTION } from '../vocabulary/limits.js';

/** What is to be translated. */
export const translateInput = z.strictObject({
  text: requiredText(MAX_DESCRIPTION),
  from: z.literal('en').default('en'),
  to: z.literal('kn').default('kn'),
});

/** A machine-made text; a person must look at it. */
export const translation = z.object({
  text: z.string(),
  engine: z.string(),
  needsReview: z.literal(true),
});

/** One term in both languages. */
export const glossaryTerm = z.object({ key: z.string(), en: z.string(), kn: z.string() });

/** Translates; `TRANSLATION_NOT_CONFIGURED` with the glossary's exact matches where no engine is set. */
export const translate = defineQuery({
  name: 'catalog.translation.translate',
  request: translateInput,
  reply: translation,
  deadlineMs: 20_000,
});
/** Which engine translates, if any. */
export const getTranslationState = defineQuery({
  name: 'catalog.translation.state',
  request: z.strictObject({}),
  reply: z.object({ configured: z.boolean(), engine: z.string().nullable() }),
});
/** The product's 16 terms. */
export const listGlossary = defineQuery({
  name: 'catalog.glossary.list',
  request: z.strictObject({}),
  reply: z.array(glossaryTerm),
});
