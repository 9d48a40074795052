import type { Purchase } from '@ctdb/contracts';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { ReceiptCard } from '@/components/ui/receipt-card';
import { useLanguage } from '@/i18n/use-language';
import { formatMoment } from '@/lib/moments';
import { RefundRequest } from './refund-request';

const tones: Record<Purchase['state'], ComponentProps<typeof Badge>['tone']> = {
  pending: 'amber',
  unclaimed: 'blue',
  queued: 'blue',
  running: 'green',
  ended: 'gray',
  refunded: 'gray',
};

/** One purchase: what it is, where it stands, its receipt, and the way to give it back. */
export function PurchaseRow({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation(['access', 'receipts']);
  const language = useLanguage();
  const { id, item, state, pass, receipt } = purchase;
  const moment = state === 'queued' ? pass?.startsAt : pass?.expiresAt;
  return (
    <li aria-labelledby={id} className="flex flex-col gap-3 border-t border-line py-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 id={id} className="text-lg">
          {t(`receipts:item.${item}`)}
        </h3>
        <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
      </div>
      <p className="text-ink-2">
        {t(`hint.${state}`, { when: moment && formatMoment(moment, language) })}
      </p>
      <RefundRequest purchase={purchase} />
      {receipt && (
        <details>
          <summary className="w-fit cursor-pointer rounded-sm font-semibold text-accent coarse:py-2">
            {t('receipt')}
          </summary>
          <div className="mt-3">
            <ReceiptCard receipt={receipt} />
          </div>
        </details>
      )}
    </li>
  );
}
