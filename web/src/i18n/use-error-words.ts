import type { ErrorCode } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import type { Resources } from '@/i18n/resources';
import type { ImageErrorCode } from '@/i18n/image-error-code';
import type { PaymentErrorCode } from '@/i18n/payment-error-code';
import { ApiError, paramsOf, retryAfterOf } from '@/lib/api';

/** Errors that only some screens meet: those about money or images, for signing in, with forms, of operations. */
type ElsewhereCode =
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
 * `payment-errors.json` are for `usePaymentErrorWords`, those of `images.json` for
 * `useImageErrorWords`; here they are unknown.
 */
export const useErrorWords = () => {
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
    const code = error.code as Exclude<ErrorCode, ElsewhereCode>;
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
