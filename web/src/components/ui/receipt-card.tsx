import { formatMoney, type Receipt } from '@ctdb/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/i18n/language';
import { formatDate } from '@/lib/dates';
import { CopyButton } from './tooltip';

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 border-t border-line py-2">
      <dt className="text-ink-2">{label}</dt>
      <dd className="min-w-0 break-words tabular-nums">{children}</dd>
    </div>
  );
}

/** Proof of a payment; its number moves the access. Needs the namespace `receipts`. */
export function ReceiptCard({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('receipts');
  const language = useLanguage();
  return (
    <section
      aria-label={t('title')}
      className="rounded-md border border-line-strong px-4 pt-3 pb-2"
    >
      <p className="text-sm text-ink-2">{t('code')}</p>
      <p className="flex items-center justify-between gap-3">
        <code className="min-w-0 text-lg font-semibold wrap-anywhere sm:text-xl select-all">
          {receipt.code}
        </code>
        <CopyButton
          text={receipt.code}
          label={t('copy')}
          copied={t('copied')}
          failed={t('copyFailed')}
        />
      </p>
      <p className="mt-1 mb-3 text-sm text-ink-2">{t('keep')}</p>
      <dl>
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
