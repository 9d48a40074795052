import type { Order } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useLanguage } from '@/i18n/use-language';
import { usePaymentErrorWords } from '@/i18n/use-payment-error-words';
import { formatMoment } from '@/lib/moments';
import { formatMoney } from '@/lib/money';
import { toast } from '@/lib/toast';
import { useRefund } from '../api/orders';

/** Gives one payment back, after one question. */
export function RefundButton({ order }: { order: Order }) {
  const { t } = useTranslation(['billing', 'receipts']);
  const { paymentErrorText } = usePaymentErrorWords();
  const language = useLanguage();
  const [isOpen, open] = useState(false);
  const refund = useRefund();
  const what = {
    item: t(`receipts:item.${order.item}`),
    amount: formatMoney(order.amount, order.currency, language),
    when: formatMoment(order.createdAt, language),
  };

  const confirm = async () => {
    try {
      const { state } = await refund.mutateAsync(order.id);
      if (state === 'refunded')
        toast.success(t('orders.done'), { description: t('orders.doneHint') });
      else toast.info(t('orders.underWay'));
    } catch (error) {
      toast.error(t('orders.refundFailed'), { description: paymentErrorText(error) });
    }
    open(false);
  };

  return (
    <>
      <Button aria-label={t('orders.refundNamed', what)} onClick={() => open(true)}>
        {t('orders.refund')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={open}
        question={t('orders.question', what)}
        consequence={t('orders.consequence', what)}
        confirm={t('orders.refund')}
        onConfirm={() => void confirm()}
        pending={refund.isPending}
      />
    </>
  );
}
