import type { Order } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccessCode } from '@/components/access-code';
import { ConfirmButton } from '@/components/confirm-button';
import { Dialog } from '@/components/ui/dialog';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { useEraseBuyer, useNewAccessCode, useRefund } from '../api/orders';
import { useOrderName } from '../model/use-order-name';

interface ActionProps {
  order: Order;
}

/** Refunds one payment, after a question that names payer and item. */
function RefundButton({ order }: ActionProps) {
  const { t } = useTranslation('billing');
  const refund = useRefund();
  const what = useOrderName()(order);
  const { payerEmail: payer } = order;
  return (
    <ConfirmButton
      pending={refund.isPending}
      action={t('orders.refund')}
      question={payer ? t('orders.questionTo', { ...what, payer }) : t('orders.question', what)}
      consequence={t('orders.consequence', what)}
      failed={t('orders.refundFailed')}
      run={async () => {
        const { state } = await refund.mutateAsync(order.id);
        if (state === 'refunded')
          toast.success(t('orders.done'), { description: t('orders.doneHint') });
        else toast.info(t('orders.refunding'));
      }}
    />
  );
}

/** Makes a new access code, for a buyer who has lost code and mailbox, and shows it once. */
function NewCodeButton({ order }: ActionProps) {
  const { t } = useTranslation('billing');
  const [isShown, show] = useState(false);
  const making = useNewAccessCode();
  return (
    <>
      <ConfirmButton
        pending={making.isPending}
        action={t('orders.code.action')}
        question={t('orders.code.question')}
        consequence={t('orders.code.consequence', useOrderName()(order))}
        failed={t('orders.code.failed')}
        run={async () => {
          await making.mutateAsync(order.id);
          show(true);
        }}
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

/** Erases all data of a buyer at once, after a question. */
function EraseBuyerButton({ order }: ActionProps) {
  const { t } = useTranslation('billing');
  const erasure = useEraseBuyer();
  return (
    <ConfirmButton
      variant="quiet"
      pending={erasure.isPending}
      action={t('orders.erase.action')}
      question={t('orders.erase.question')}
      consequence={t('orders.erase.consequence', useOrderName()(order))}
      failed={t('orders.erase.failed')}
      run={async () => {
        await erasure.mutateAsync(order.id);
        toast.success(t('orders.erase.done'));
      }}
    />
  );
}

/** What can be done with a paid order. */
export function OrderActions({ order }: ActionProps) {
  const isOwner = useSession().can('people');
  return (
    <div className="flex flex-wrap items-start gap-3">
      <RefundButton order={order} />
      <NewCodeButton order={order} />
      {isOwner && <EraseBuyerButton order={order} />}
    </div>
  );
}
