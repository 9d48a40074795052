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

/** Error codes that only uploads return; their texts are loaded with the images. */
type ImageErrorCode = keyof Resources['images']['error'];

/** Error codes of payment screens; their texts are loaded with those screens. */
type PaymentErrorCode = keyof Resources['paymentErrors'];

/** Errors that only some screens meet: those about money or images, for signing in, with forms, of operations. */
type ScreenSpecificCode =
  | PaymentErrorCode
  | ImageErrorCode
  | keyof Resources['admin']['error']
  | keyof Resources['faults']['error']
  | keyof Resources['ops']['error']
  | 'TRANSLATION_NOT_CONFIGURED'
  // Returned by /uploads, which only `<img>` elements load.
  | 'RANGE_NOT_SATISFIABLE';

/**
 * Error texts in the reader's language. A code of the contracts without a text in `errors.json` or
 * in a screen's own file does not compile here. The texts of
 * `paymentErrors.json` are for `usePaymentErrorMessages`, those of `images.json` for
 * `useImageErrorMessages`; this hook does not know them.
 */
export const useErrorMessages = () => {
  const { t } = useTranslation(['errors', 'common']);

  /** "in 40 seconds", "in 3 minutes". */
  const waitText = (seconds: number): string =>
    seconds < 120
      ? t('common:when.seconds', { count: Math.ceil(seconds) })
      : t('common:when.minutes', { count: Math.ceil(seconds / 60) });

  /** The text of a failed call. */
  const errorText = (error: unknown): string => {
    // fetch rejects with a TypeError when there is no connection at all.
    if (error instanceof TypeError) return t('OFFLINE');
    if (!(error instanceof ApiError) || error.code === undefined) return t('UNKNOWN');
    const code = error.code as Exclude<ErrorCode, ScreenSpecificCode>;
    // A screen that can receive such an error has loaded its text.
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

/** Texts of payment errors; needs the namespace `paymentErrors`. */
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

/** Texts of image errors and how to fix them; needs the namespace `images`. */
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
 * Texts of field errors, from a form's schema or a `VALIDATION_FAILED` response. A field error of
 * the contracts without a text in `faults.json` does not compile here.
 */
export const useFieldErrorText = () => {
  const { t } = useTranslation('faults');
  return ({ code, params }: Pick<FieldFault, 'code' | 'params'>): string => t(code, { ...params });
};
