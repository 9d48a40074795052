/** What an image of a treatment shows; the second is the default. */
export const imageTypes = ['disease_photo', 'treatment_area'] as const;
/** One of {@link imageTypes}. */
export type ImageType = (typeof imageTypes)[number];
/** In which sizes an image is served: as it is kept, for the screen, or small. */
export const imageSizes = ['master', 'display', 'thumb'] as const;
/** One of {@link imageSizes}. */
export type ImageSize = (typeof imageSizes)[number];
