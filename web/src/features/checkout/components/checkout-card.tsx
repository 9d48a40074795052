import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import type { PaySectionProps } from '../model/plan-items';
import { usePayPalReturn } from '../model/use-paypal-return';
import { Outcome } from './outcome';
import { PaySection } from './pay-section';

/** The buyer cancelled before paying; this is not an error. */
function CancelledNotice() {
  const { t } = useTranslation('checkout');
  return (
    <Notice role="status">
      <p className="font-semibold">{t('cancelled.title')}</p>
      <p>{t('cancelled.text')}</p>
    </Notice>
  );
}

interface CheckoutCardProps extends Omit<PaySectionProps, 'onApproved' | 'onCancelled'> {
  /** What is bought, above the payment. */
  children: ReactNode;
}

/** The choice and the payment; after the return from PayPal, the outcome. */
export function CheckoutCard({ children, ...payment }: CheckoutCardProps) {
  const { order, isPaid, isCancelled, markApproved, markCancelled, reset } = usePayPalReturn();
  return (
    <Card className="flex flex-col gap-6">
      {order ? (
        <Outcome order={order} isPaid={isPaid} onStartOver={reset} />
      ) : (
        <>
          {isCancelled && <CancelledNotice />}
          {children}
          <PaySection {...payment} onApproved={markApproved} onCancelled={markCancelled} />
        </>
      )}
    </Card>
  );
}
