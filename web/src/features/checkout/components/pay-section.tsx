import type { PurchaseItem } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/ui/error-state';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { isCode } from '@/lib/api';
import { checkoutQuery } from '../api/checkout';
import type { Method } from '../model/method';
import type { Money } from '../model/money';
import { PayForm } from './pay-form';

export interface PaySectionProps {
  item: PurchaseItem;
  /** The price as the page shows it. */
  shown: Money;
  /** Whether it is the real price; nobody pays by a price that only stands in for it. */
  isPriceKnown: boolean;
  method?: Method;
  onApproved: (order: string) => void;
  onCancelled: () => void;
}

/** The payment itself, on every page that sells something. */
export function PaySection(props: PaySectionProps) {
  const { t } = useTranslation('checkout');
  const { data: checkout, error, isPending, refetch } = useQuery(checkoutQuery);
  if (isPending)
    return (
      <div role="status" className="flex flex-col gap-4">
        <VisuallyHidden>{t('loading')}</VisuallyHidden>
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    );
  if (isCode(error, 'PAYMENTS_NOT_CONFIGURED') || checkout?.mode === 'off')
    return (
      <Notice tone="caution">
        <p className="font-semibold">{t('off')}</p>
        <p>{t('offText')}</p>
      </Notice>
    );
  if (!checkout)
    return <ErrorState error={error} title={t('loadFailed')} onRetry={() => void refetch()} />;
  // Another item is another intent: what was said about the one before is gone.
  return <PayForm key={props.item} checkout={checkout} {...props} />;
}
