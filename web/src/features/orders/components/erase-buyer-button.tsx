import type { Order } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { useRunAction } from '@/lib/run-action';
import { toast } from '@/lib/toast';
import { useEraseBuyer } from '../api/orders';
import { useOrderName } from '../model/use-order-name';

/** Erases all data of a buyer at once, after a question. */
export function EraseBuyerButton({ order }: { order: Order }) {
  const { t } = useTranslation('billing');
  const runAction = useRunAction();
  const [isOpen, open] = useState(false);
  const erasure = useEraseBuyer();
  const what = useOrderName(order);

  const confirm = async () => {
    // Closed first, because who the person is may be asked in another dialog.
    open(false);
    await runAction(t('orders.erase.failed'), async () => {
      await erasure.mutateAsync(order.id);
      toast.success(t('orders.erase.done'));
    });
  };

  return (
    <>
      <Button
        variant="quiet"
        aria-label={t('orders.erase.named', what)}
        pending={erasure.isPending}
        onClick={() => open(true)}
      >
        {t('orders.erase.action')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={open}
        question={t('orders.erase.question')}
        consequence={t('orders.erase.consequence', what)}
        confirm={t('orders.erase.action')}
        onConfirm={() => void confirm()}
      />
    </>
  );
}
