import { MAX_IMAGE_BYTES, type Image, type ImageSize } from '@ctdb/contracts';

/** Where an image is served. */
export const imageUrl = (filename: string, size: ImageSize): string =>
  `/uploads/${filename}?size=${size}`;

/** The alternative text of an image. */
export const imageAltText = ({
  title,
  description,
}: Pick<Image, 'title' | 'description'>): string =>
  description ? `${title}: ${description}` : title;

const acceptedTypes = ['image/jpeg', 'image/png', 'image/webp'];

/**
 * Checks a file before the upload. An unexpected type is only a warning, because the server decides
 * by the contents of the file.
 */
export const validateFile = ({
  size,
  type,
}: Pick<File, 'size' | 'type'>):
  'IMAGE_TOO_LARGE' | 'IMAGE_NOT_SUPPORTED' | 'doubtful' | 'good' => {
  if (size > MAX_IMAGE_BYTES) return 'IMAGE_TOO_LARGE';
  if (size === 0 || (type !== '' && !type.startsWith('image/'))) return 'IMAGE_NOT_SUPPORTED';
  return type === '' || acceptedTypes.includes(type) ? 'good' : 'doubtful';
};
