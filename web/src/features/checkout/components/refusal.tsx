import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { usePaymentErrorWords } from '@/i18n/use-payment-error-words';

interface RefusalProps {
  error: unknown;
  onStartOver: () => void;
}

/** The payment is known not to have happened: why, and the way to try again. */
export function Refusal({ error, onStartOver }: RefusalProps) {
  const { t } = useTranslation('checkout');
  const { paymentErrorText } = usePaymentErrorWords();
  return (
    <div className="flex flex-col items-start gap-4">
      <Notice tone="danger" role="alert" className="w-full">
        <p className="font-semibold">{t('failed')}</p>
        <p>{paymentErrorText(error)}</p>
      </Notice>
      <Button look="primary" size="large" onClick={onStartOver}>
        {t('again')}
      </Button>
    </div>
  );
}
