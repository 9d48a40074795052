import { z } from 'zod';

/** What an image of a treatment shows; the second is the default. */
export const imageTypes = ['disease_photo', 'treatment_area'] as const;
/** See {@link imageTypes}. */
export const imageType = z.enum(imageTypes);
