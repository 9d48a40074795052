import type { Purchase } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useLanguage } from '@/i18n/use-language';
import { usePaymentErrorWords } from '@/i18n/use-payment-error-words';
import { formatDate } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { useRequestRefund } from '../api/purchases';

/** The way to ask for the money of a plan back, and what became of it. */
export function RefundRequest({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('access');
  const { paymentErrorText } = usePaymentErrorWords();
  const language = useLanguage();
  const on = (moment: string) => ({ date: formatDate(moment, language) });
  const [isAsking, setIsAsking] = useState(false);
  const request = useRequestRefund();
  const { id, refundableUntil, refundRequestedAt, state } = purchase;

  if (state === 'refunded') return null;
  if (refundRequestedAt)
    return <p className="text-ink-2">{t('refund.asked', on(refundRequestedAt))}</p>;
  if (!refundableUntil) return null;

  const send = () =>
    request.mutate(id, {
      onSuccess: () => toast.success(t('refund.done')),
      onError: (error) => toast.error(t('refund.failed'), { description: paymentErrorText(error) }),
      onSettled: () => setIsAsking(false),
    });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button onClick={() => setIsAsking(true)}>{t('refund.ask')}</Button>
      <span className="text-sm text-ink-2">{t('refund.until', on(refundableUntil))}</span>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        question={t('refund.question')}
        consequence={t('refund.consequence')}
        confirm={t('refund.confirm')}
        onConfirm={send}
        pending={request.isPending}
        look="primary"
      />
    </div>
  );
}
