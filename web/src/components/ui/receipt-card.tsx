import { formatMoney, type Receipt } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { useDates } from '@/lib/dates';
import { Facts } from './facts';

interface ReceiptCardProps {
  receipt: Receipt;
  /** Numbers of its receipt and credit notes. */
  numbers?: readonly string[] | undefined;
}

/** Proof of a payment. Needs the namespace `receipts`. */
export function ReceiptCard({ receipt, numbers = [] }: ReceiptCardProps) {
  const { t } = useTranslation('receipts');
  const { formatDate } = useDates();
  return (
    <section
      aria-label={t('title')}
      className="rounded-md border border-line-strong px-4 pt-3 pb-2"
    >
      <h3 className="mb-2 text-base">{t('title')}</h3>
      <Facts
        rows={[
          [t('number'), numbers.join(', ')],
          [t('for'), t(`item.${receipt.item}`)],
          [t('amount'), formatMoney(receipt.amount, receipt.currency)],
          [
            t('paidAt'),
            <time key="paid" dateTime={receipt.paidAt}>
              {formatDate(receipt.paidAt)}
            </time>,
          ],
          [t('reference'), receipt.reference],
        ]}
      />
    </section>
  );
}
