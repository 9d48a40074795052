import { formatMoney, type Receipt } from '@ctdb/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/language';
import { formatDate } from '@/lib/dates';

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 border-t border-line py-2">
      <dt className="text-ink-2">{label}</dt>
      <dd className="min-w-0 break-words tabular-nums">{children}</dd>
    </div>
  );
}

interface ReceiptCardProps {
  receipt: Receipt;
  /** Numbers of its receipt and credit notes. */
  numbers?: readonly string[] | undefined;
}

/** Proof of a payment. Needs the namespace `receipts`. */
export function ReceiptCard({ receipt, numbers = [] }: ReceiptCardProps) {
  const { t } = useTranslation('receipts');
  const language = useLanguage();
  return (
    <section
      aria-label={t('title')}
      className="rounded-md border border-line-strong px-4 pt-3 pb-2"
    >
      <h3 className="mb-2 text-base">{t('title')}</h3>
      <dl>
        {numbers.length > 0 && <Row label={t('number')}>{numbers.join(', ')}</Row>}
        <Row label={t('for')}>{t(`item.${receipt.item}`)}</Row>
        <Row label={t('amount')}>{formatMoney(receipt.amount, receipt.currency)}</Row>
        <Row label={t('paidAt')}>
          <time dateTime={receipt.paidAt}>{formatDate(receipt.paidAt, language)}</time>
        </Row>
        <Row label={t('reference')}>{receipt.reference}</Row>
      </dl>
    </section>
  );
}
