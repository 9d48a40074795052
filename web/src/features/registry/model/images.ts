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

/** Why a file cannot be uploaded, as far as the browser can tell. */
export const findFault = ({ size, type }: File) => {
  if (size > MAX_IMAGE_BYTES) return 'IMAGE_TOO_LARGE';
  if (size === 0 || (type !== '' && !type.startsWith('image/'))) return 'IMAGE_NOT_SUPPORTED';
  return undefined;
};

/** Whether a file has an unexpected type. The server decides by its contents. */
export const isDoubtful = ({ type }: File): boolean => type !== '' && !acceptedTypes.includes(type);
