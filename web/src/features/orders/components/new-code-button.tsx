import type { Order } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccessCode } from '@/components/access-code';
import { Button } from '@/components/ui/button';
import { ConfirmDialog, Dialog } from '@/components/ui/dialog';
import { useRunAction } from '@/lib/run-action';
import { useNewAccessCode } from '../api/orders';
import { useOrderName } from '../model/use-order-name';

/** Makes a new access code, for a buyer who has lost code and mailbox, and shows it once. */
export function NewCodeButton({ order }: { order: Order }) {
  const { t } = useTranslation('billing');
  const runAction = useRunAction();
  const [isOpen, open] = useState(false);
  const [isShown, show] = useState(false);
  const making = useNewAccessCode();
  const what = useOrderName(order);

  const confirm = async () => {
    await runAction(t('orders.code.failed'), async () => {
      await making.mutateAsync(order.id);
      show(true);
    });
    open(false);
  };

  return (
    <>
      <Button aria-label={t('orders.code.named', what)} onClick={() => open(true)}>
        {t('orders.code.action')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={open}
        question={t('orders.code.question')}
        consequence={t('orders.code.consequence', what)}
        confirm={t('orders.code.action')}
        onConfirm={() => void confirm()}
        pending={making.isPending}
      />
      <Dialog
        open={isShown}
        onOpenChange={(next) => {
          show(next);
          if (!next) making.reset();
        }}
        title={t('orders.code.action')}
        description={t('orders.code.once')}
      >
        {making.data && <AccessCode code={making.data.accessCode} />}
      </Dialog>
    </>
  );
}
