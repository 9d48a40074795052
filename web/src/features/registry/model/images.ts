import { MAX_IMAGE_BYTES, type Image, type ImageSize } from '@ctdb/contracts';
import { useLocalText } from '@/lib/language';

/** Where an image is served. */
export type UrlOfImage = (filename: string, size: ImageSize) => string;

/** Where an image is served to readers with access. */
export const imageUrl: UrlOfImage = (filename, size) => `/uploads/${filename}?size=${size}`;

type ImageTexts = Pick<Image, 'title' | 'titleKn' | 'description' | 'descriptionKn'>;

/** Title, description and alternative text of an image in the reader's language. */
export const useImageTexts = () => {
  const localText = useLocalText();
  return (image: ImageTexts) => {
    const title = localText(image.title, image.titleKn);
    const description = localText(image.description, image.descriptionKn);
    return { title, description, alt: description ? `${title}: ${description}` : title };
  };
};

const acceptedTypes = ['image/jpeg', 'image/png', 'image/webp'];

/**
 * Checks a file before the upload. An unexpected type is only a warning, because the server decides
 * by the contents of the file.
 */
export const validateFile = ({
  size,
  type,
}: Pick<File, 'size' | 'type'>):
  | 'IMAGE_TOO_LARGE'
  | 'IMAGE_NOT_SUPPORTED'
  | 'doubtful'
  | 'good' => {
  if (size > MAX_IMAGE_BYTES) return 'IMAGE_TOO_LARGE';
  if (size === 0 || (type !== '' && !type.startsWith('image/'))) return 'IMAGE_NOT_SUPPORTED';
  return type === '' || acceptedTypes.includes(type) ? 'good' : 'doubtful';
};
