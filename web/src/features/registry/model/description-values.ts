import { MAX_DESCRIPTION_LENGTH, optionalText } from '@ctdb/contracts';
import { z } from 'zod';

/**
 * Form values of the two descriptions. `machineTranslatedBy` names the engine of an unreviewed
 * Kannada text; it is empty as soon as a person edits that text.
 */
export const descriptionValues = z.strictObject({
  descriptionEn: optionalText(MAX_DESCRIPTION_LENGTH).unwrap(),
  descriptionKn: optionalText(MAX_DESCRIPTION_LENGTH).unwrap(),
  machineTranslatedBy: z.string(),
});
export type DescriptionValues = z.infer<typeof descriptionValues>;

/** Makes the request's body. */
export const toBody = ({ machineTranslatedBy, ...texts }: DescriptionValues) => ({
  ...texts,
  ...(machineTranslatedBy && { machineTranslatedBy }),
});
