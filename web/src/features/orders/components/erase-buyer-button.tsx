import type { Order } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '@/components/confirm-button';
import { toast } from '@/lib/toast';
import { useEraseBuyer } from '../api/orders';
import { useOrderName } from '../model/use-order-name';

/** Erases all data of a buyer at once, after a question. */
export function EraseBuyerButton({ order }: { order: Order }) {
  const { t } = useTranslation('billing');
  const erasure = useEraseBuyer();
  const what = useOrderName(order);
  return (
    <ConfirmButton
      variant="quiet"
      aria-label={t('orders.erase.named', what)}
      pending={erasure.isPending}
      action={t('orders.erase.action')}
      question={t('orders.erase.question')}
      consequence={t('orders.erase.consequence', what)}
      failed={t('orders.erase.failed')}
      run={async () => {
        await erasure.mutateAsync(order.id);
        toast.success(t('orders.erase.done'));
      }}
    />
  );
}
