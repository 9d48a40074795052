import { MAX_DESCRIPTION, optionalText } from '@ctdb/contracts';
import { z } from 'zod';

/**
 * Two descriptions as a form holds them. `machineTranslatedBy` names the engine whose text stands
 * in the Kannada field unread; it is empty once a person touches that text.
 */
export const descriptionValues = z.strictObject({
  descriptionEn: optionalText(MAX_DESCRIPTION).unwrap(),
  descriptionKn: optionalText(MAX_DESCRIPTION).unwrap(),
  machineTranslatedBy: z.string(),
});
export type DescriptionValues = z.infer<typeof descriptionValues>;

/** What is sent. */
export const toBody = ({ machineTranslatedBy, ...texts }: DescriptionValues) => ({
  ...texts,
  ...(machineTranslatedBy && { machineTranslatedBy }),
});
