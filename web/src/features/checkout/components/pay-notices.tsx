import type { PaymentMode } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/ui/notice';
import { useLanguage } from '@/i18n/use-language';
import { usePaymentErrorWords } from '@/i18n/use-payment-error-words';
import { formatMoney } from '@/lib/money';
import { useSession } from '@/lib/session';
import type { Purchase } from '../model/use-purchase';

/** Says that no real money is taken, where none is. */
export function TestNotice({ mode }: { mode: PaymentMode }) {
  const { t } = useTranslation('checkout');
  if (mode !== 'test' && mode !== 'sandbox') return null;
  return (
    <Notice tone="caution">
      <p className="font-semibold">{t('test.title')}</p>
      <p>{t(mode === 'test' ? 'test.text' : 'test.sandbox')}</p>
    </Notice>
  );
}

/** What a buyer who can read already should know before paying again. */
export function HolderNotice() {
  const { t } = useTranslation('checkout');
  const { role } = useSession();
  if (role === 'admin') return <Notice>{t('administrator')}</Notice>;
  return role === 'pass' ? <Notice>{t('holding')}</Notice> : null;
}

/** What became of the last press of the button, where it did not lead to PayPal. */
export function PurchaseNotice({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('checkout');
  const { paymentErrorText } = usePaymentErrorWords();
  const language = useLanguage();
  const { due, isChanged, error } = purchase;
  if (error)
    return (
      <Notice tone="danger" role="alert">
        <p className="font-semibold">{t('failed')}</p>
        <p>
          {paymentErrorText(error)} {t('notCharged')}
        </p>
      </Notice>
    );
  if (!isChanged) return null;
  const charge = formatMoney(due.amount, due.currency, language);
  return (
    <Notice tone="caution" role="alert">
      <p className="font-semibold">{t('charge.changed')}</p>
      <p>{t('charge.changedText', { charge })}</p>
    </Notice>
  );
}
