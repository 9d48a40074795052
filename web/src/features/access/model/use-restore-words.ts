import { useTranslation } from 'react-i18next';
import { usePaymentErrorWords } from '@/i18n/use-payment-error-words';
import { isCode } from '@/lib/api';

/** Why access could not be restored. One answer for an unknown number and somebody else's. */
export const useRestoreWords = () => {
  const { t } = useTranslation('access');
  const { paymentErrorText } = usePaymentErrorWords();
  return (error: unknown): string =>
    isCode(error, 'NOT_FOUND') || isCode(error, 'VALIDATION_FAILED')
      ? t('restore.notFound')
      : paymentErrorText(error);
};
