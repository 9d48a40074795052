import { MAX_IMAGE_BYTES, type Image, type ImageSize } from '@ctdb/contracts';

/** Where an image is served. */
export const imageUrl = (filename: string, size: ImageSize): string =>
  `/uploads/${filename}?size=${size}`;

/** What stands for the picture where it cannot be seen. */
export const imageAltText = ({
  title,
  description,
}: Pick<Image, 'title' | 'description'>): string =>
  description ? `${title}: ${description}` : title;

const taken = ['image/jpeg', 'image/png', 'image/webp'];

/**
 * What can be told of a file before it is sent. The server judges by the contents: a kind that only
 * looks wrong is a hint, and no more.
 */
export const validateFile = ({
  size,
  type,
}: Pick<File, 'size' | 'type'>):
  'IMAGE_TOO_LARGE' | 'IMAGE_NOT_SUPPORTED' | 'doubtful' | 'good' => {
  if (size > MAX_IMAGE_BYTES) return 'IMAGE_TOO_LARGE';
  if (size === 0 || (type !== '' && !type.startsWith('image/'))) return 'IMAGE_NOT_SUPPORTED';
  return type === '' || taken.includes(type) ? 'good' : 'doubtful';
};
