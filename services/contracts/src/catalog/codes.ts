import { z } from 'zod';
import { codeSystems } from '../constants/catalog.js';
import { MAX_CODES } from '../constants/limits.js';
import { typedText } from '../text-fields.js';

/**
 * Creates the schema of a code as a person types it. It becomes upper case, with a full stop behind
 * the category: `j459` is stored as `J45.9`.
 * @param category the category at the beginning of a code
 */
const codeOf = <S extends (typeof codeSystems)[number]>(
  system: S,
  pattern: RegExp,
  category: RegExp,
) =>
  z.strictObject({
    system: z.literal(system),
    code: typedText()
      .min(1, { error: 'REQUIRED' })
      .regex(pattern)
      .toUpperCase()
      .overwrite((code) => code.replace(category, '$&.').replace('..', '.')),
  });

/** A code of a classification of diseases, as a person types it. */
const diseaseCodeInput = z.discriminatedUnion('system', [
  // Every code has a digit; the name of a disease is no code.
  codeOf('ICD-10', /^(?=\D+\d)[A-Za-z][\dA-Za-z]{2}(\.?[\dA-Za-z]{1,4})?$/, /^\w{3}(?=.)/),
  codeOf('ICD-11', /^[\dA-Za-z][A-Za-z]\d[\dA-Za-z](\.?[\dA-Za-z]{1,3})?$/, /^\w{4}(?=.)/),
]);

/** The codes of a disease, the main one first. A repeated one counts once. */
export const diseaseCodesInput = z
  .array(diseaseCodeInput)
  .overwrite((codes) => [
    ...new Map(codes.map((each) => [`${each.system} ${each.code}`, each])).values(),
  ])
  .max(MAX_CODES);

/** A code of a disease in a reply. */
export const diseaseCode = z.object({ system: z.enum(codeSystems), code: z.string() });
/** See {@link diseaseCode}. */
export type DiseaseCode = z.infer<typeof diseaseCode>;
