import type { Order } from '@ctdb/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccessCode } from '@/components/access-code';
import { ConfirmButton } from '@/components/confirm-button';
import { Dialog } from '@/components/ui/dialog';
import { call, routes } from '@/lib/api';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { useRefund } from '../api/orders';
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
      action={t('orders.refund')}
      question={payer ? t('orders.questionTo', { ...what, payer }) : t('orders.question', what)}
      consequence={t('orders.consequence', what)}
      failed={t('orders.refundFailed')}
      run={async () => {
        const { state } = await refund(order.id);
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
  const [code, show] = useState<string>();
  return (
    <>
      <ConfirmButton
        action={t('orders.code.action')}
        question={t('orders.code.question')}
        consequence={t('orders.code.consequence', useOrderName()(order))}
        failed={t('orders.code.failed')}
        run={async () => {
          show((await call(routes.issueAccessCode, { params: { id: order.id } })).accessCode);
        }}
      />
      <Dialog
        open={code !== undefined}
        onOpenChange={() => show(undefined)}
        title={t('orders.code.action')}
        description={t('orders.code.once')}
      >
        {code && <AccessCode code={code} />}
      </Dialog>
    </>
  );
}

/** Erases all data of a buyer at once, after a question. */
function EraseBuyerButton({ order }: ActionProps) {
  const { t } = useTranslation('billing');
  const client = useQueryClient();
  return (
    <ConfirmButton
      variant="quiet"
      action={t('orders.erase.action')}
      question={t('orders.erase.question')}
      consequence={t('orders.erase.consequence', useOrderName()(order))}
      failed={t('orders.erase.failed')}
      run={async () => {
        await call(routes.eraseBuyer, { params: { id: order.id } });
        await client.invalidateQueries({ queryKey: ['orders'] });
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
