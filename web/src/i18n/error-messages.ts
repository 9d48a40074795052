import {
  type ErrorCode,
  type FieldFault,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_MEGAPIXELS,
} from '@ctdb/contracts';
import i18n from 'i18next';
import { useTranslation } from 'react-i18next';
import { ApiError, paramsOf, retryAfterOf } from '@/lib/api';
import { formatFileSize, formatMoney } from '@/lib/numbers';
import { useLanguage } from './language';
import type { Resources } from './resources';

/** Errors that only an upload meets; their words are loaded with the images. */
type ImageErrorCode = keyof Resources['images']['error'];

/** Errors that only screens about money meet; their words are loaded with those screens. */
type PaymentErrorCode = keyof Resources['paymentErrors'];

/** Errors that only some screens meet: those about money or images, for signing in, with forms, of operations. */
type ScreenSpecificCode =
  | PaymentErrorCode
  | ImageErrorCode
  | keyof Resources['admin']['error']
  | keyof Resources['faults']['error']
  | keyof Resources['ops']['error']
  | 'TRANSLATION_NOT_CONFIGURED'
  // Of /uploads, which the browser itself asks for.
  | 'RANGE_NOT_SATISFIABLE';

/**
 * Words for what goes wrong, in the reader's language. A code of the contracts that has no words,
 * in `errors.json` or where only some screens need them, does not compile here. Those of
 * `paymentErrors.json` are for `usePaymentErrorMessages`, those of `images.json` for
 * `useImageErrorMessages`; here they are unknown.
 */
export const useErrorMessages = () => {
  const { t } = useTranslation(['errors', 'common']);

  /** "in 40 seconds", "in 3 minutes". */
  const waitText = (seconds: number): string =>
    seconds < 120
      ? t('common:when.seconds', { count: Math.ceil(seconds) })
      : t('common:when.minutes', { count: Math.ceil(seconds / 60) });

  /** What went wrong with a call. */
  const errorText = (error: unknown): string => {
    // fetch rejects with a TypeError when there is no connection at all.
    if (error instanceof TypeError) return t('OFFLINE');
    if (!(error instanceof ApiError) || error.code === undefined) return t('UNKNOWN');
    const code = error.code as Exclude<ErrorCode, ScreenSpecificCode>;
    // Where such an error can come from, the screen has loaded its words.
    const elsewhere = ['admin', 'faults', 'ops'].map(
      (name) => `${name}:error.${code}` as 'UNKNOWN',
    );
    return t([code, ...elsewhere, 'UNKNOWN'], {
      when: waitText(retryAfterOf(error) ?? 1),
      min: paramsOf(error, 'PASSWORD_TOO_SHORT')?.min,
    });
  };

  return { errorText, waitText };
};

/** Words for what goes wrong where money is involved; needs the namespace `paymentErrors`. */
export const usePaymentErrorMessages = () => {
  const { errorText, waitText } = useErrorMessages();
  const { t } = useTranslation('paymentErrors');
  const language = useLanguage();

  const paymentErrorText = (error: unknown): string => {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === undefined || !i18n.exists(`paymentErrors:${code}`)) return errorText(error);
    const { charge } = {
      ...paramsOf(error, 'PRICE_CHANGED'),
      ...paramsOf(error, 'CURRENCY_NOT_SUPPORTED'),
    };
    const amount = charge && formatMoney(charge.amount, charge.currency, language);
    return t(code as PaymentErrorCode, { amount });
  };

  return { paymentErrorText, waitText };
};

/** Words for what goes wrong with an image and what to do; needs the namespace `images`. */
export const useImageErrorMessages = () => {
  const { errorText } = useErrorMessages();
  const { t } = useTranslation('images');

  const codeText = (code: ImageErrorCode, error?: unknown): string => {
    const bytes = paramsOf(error, 'IMAGE_TOO_LARGE')?.maxBytes ?? MAX_IMAGE_BYTES;
    const megapixels = paramsOf(error, 'IMAGE_TOO_MANY_PIXELS')?.maxMegapixels;
    return t(`error.${code}`, {
      size: formatFileSize(bytes),
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

/**
 * Words for one fault of one field, from a form's schema or a `VALIDATION_FAILED` answer. A fault
 * of the contracts that has no words in `faults.json` does not compile here.
 */
export const useFieldErrorText = () => {
  const { t } = useTranslation('faults');
  return ({ code, params }: Pick<FieldFault, 'code' | 'params'>): string => t(code, { ...params });
};
