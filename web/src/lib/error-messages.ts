import {
  type ErrorCode,
  formatFileSize,
  formatMoney,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_MEGAPIXELS,
} from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { ApiError, findParams, findRetryAfter } from '@/lib/api';
import { serverNow } from '@/lib/clock';

/** Error texts in the reader's language. */
export const useErrorMessages = () => {
  const { t } = useTranslation(['errors', 'common']);

  /** "in 40 seconds", "in 3 minutes", "in 30 hours", "in 3 days". */
  const waitText = (seconds: number): string => {
    if (seconds < 120) return t('common:when.seconds', { count: Math.ceil(seconds) });
    if (seconds < 7_200) return t('common:when.minutes', { count: Math.ceil(seconds / 60) });
    const hours = Math.ceil(seconds / 3_600);
    if (hours <= 48) return t('common:when.hours', { count: hours });
    return t('common:when.days', { count: Math.ceil(hours / 24) });
  };

  /** Seconds until a call may be repeated. */
  const waitOf = (error: unknown): number => {
    const { notBefore } = findParams(error, 'ADDRESS_TOO_EARLY') ?? {};
    const seconds = notBefore && (Date.parse(notBefore) - serverNow()) / 1_000;
    return Math.max(1, seconds || (findRetryAfter(error) ?? 1));
  };

  /** The text of a code; its values are those of `error` or the contract's limits. */
  const codeText = (code: ErrorCode, error?: unknown): string => {
    const { charge } = {
      ...findParams(error, 'PRICE_CHANGED'),
      ...findParams(error, 'CURRENCY_NOT_SUPPORTED'),
    };
    // A newer server may send a code that this program does not know.
    return t([code, 'common:error.unknown'], {
      // `ACCESS_REQUIRED` has a text for each reason, `RATE_LIMITED` one for each quota.
      context:
        findParams(error, 'ACCESS_REQUIRED')?.reason ??
        findParams(error, 'NOT_REFUNDABLE')?.part ??
        findParams(error, 'RATE_LIMITED')?.quota,
      when: waitText(waitOf(error)),
      min: findParams(error, 'PASSWORD_TOO_SHORT')?.min,
      amount: charge && formatMoney(charge.amount, charge.currency),
      size: formatFileSize(findParams(error, 'IMAGE_TOO_LARGE')?.maxBytes ?? MAX_IMAGE_BYTES),
      megapixels: findParams(error, 'IMAGE_TOO_MANY_PIXELS')?.maxMegapixels ?? MAX_IMAGE_MEGAPIXELS,
    });
  };

  /** The text of a failed call; `failed` is that of an error without a code. */
  const errorText = (error: unknown, failed?: string): string => {
    if (error instanceof ApiError && error.code !== undefined) return codeText(error.code, error);
    if (failed !== undefined) return failed;
    // fetch rejects with a TypeError when there is no connection at all.
    return t(error instanceof TypeError ? 'common:error.offline' : 'common:error.unknown');
  };

  return { errorText, codeText, waitText };
};
