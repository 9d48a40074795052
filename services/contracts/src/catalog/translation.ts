import { z } from 'zod';
import { defineQuery } from '../command.js';
import { access } from '../authorisation.js';
import { endpoint } from '../endpoint.js';
import { requiredText } from '../text-fields.js';
import { MAX_DESCRIPTION_LENGTH } from '../constants/limits.js';

/** A machine-made text; a person must look at it. */
export const translation = z.object({
  text: z.string(),
  engine: z.string(),
  needsReview: z.literal(true),
});

/** Translates; `TRANSLATION_NOT_CONFIGURED` with the glossary's exact matches if no engine is set. */
export const translate = endpoint('POST /api/translate', {
  summary: 'Translates a text into Kannada',
  access: access.from('editor'),
  body: z.strictObject({
    text: requiredText(MAX_DESCRIPTION_LENGTH),
    from: z.literal('en').default('en'),
    to: z.literal('kn').default('kn'),
  }),
  errors: ['TRANSLATION_NOT_CONFIGURED'],
  message: 'catalog.translation.translate',
  kind: 'query',
  reply: translation,
  deadlineMs: 20_000,
});
/** The configured translation engine, if any. */
export const getTranslationState = defineQuery({
  name: 'catalog.translation.state',
  access: access.everyone,
  reply: z.object({ configured: z.boolean(), engine: z.string().nullable() }),
});
/** The product's 16 terms. */
export const listGlossary = endpoint('GET /api/glossary', {
  summary: 'The 16 terms in both languages',
  access: access.everyone,
  message: 'catalog.glossary.list',
  reply: z.array(z.object({ key: z.string(), en: z.string(), kn: z.string() })),
});
