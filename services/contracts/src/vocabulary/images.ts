/** What an image of a treatment shows; the second is the default. */
export const imageTypes = ['disease_photo', 'treatment_area'] as const;
/** One of {@link imageTypes}. */
export type ImageType = (typeof imageTypes)[number];
