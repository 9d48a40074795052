import i18n from 'i18next';
import { MAX_IMAGE_BYTES, MAX_IMAGE_MEGAPIXELS } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { useErrorWords } from '@/i18n/use-error-words';
import { ApiError, paramsOf } from '@/lib/api';
import { fileSize } from '@/lib/file-size';
import type { ImageErrorCode } from './image-error-code';

/** Words for what goes wrong with an image and what to do; needs the namespace `images`. */
export const useImageErrorWords = () => {
  const { errorText } = useErrorWords();
  const { t } = useTranslation('images');

  const codeText = (code: ImageErrorCode, error?: unknown): string => {
    const bytes = paramsOf(error, 'IMAGE_TOO_LARGE')?.maxBytes ?? MAX_IMAGE_BYTES;
    const megapixels = paramsOf(error, 'IMAGE_TOO_MANY_PIXELS')?.maxMegapixels;
    return t(`error.${code}`, {
      size: fileSize(bytes),
      megapixels: megapixels ?? MAX_IMAGE_MEGAPIXELS,
    });
  };
  const imageErrorText = (error: unknown): string => {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === undefined || !i18n.exists(`images:error.${code}`)) return errorText(error);
    return codeText(code as ImageErrorCode, error);
  };

  return { imageErrorText, codeText };
};
