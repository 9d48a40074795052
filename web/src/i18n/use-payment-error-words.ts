import i18n from 'i18next';
import { useTranslation } from 'react-i18next';
import { useErrorWords } from '@/i18n/use-error-words';
import { useLanguage } from '@/i18n/use-language';
import { ApiError, paramsOf } from '@/lib/api';
import { formatMoney } from '@/lib/money';
import type { PaymentErrorCode } from './payment-error-code';

/** Words for what goes wrong where money is involved; needs the namespace `paymentErrors`. */
export const usePaymentErrorWords = () => {
  const { errorText, waitText } = useErrorWords();
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
