import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '@/components/ui/card';
import { Button } from '@/components/ui/button';
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

/** The payment may be on its way, for example in the buyer's UPI app. */
function LeftNotice({ onCheck }: { onCheck: () => void }) {
  const { t } = useTranslation('checkout');
  return (
    <Notice tone="caution" role="status">
      <p className="font-semibold">{t('left.title')}</p>
      <p>{t('left.text')}</p>
      <Button className="mt-3" onClick={onCheck}>
        {t('doubt.check')}
      </Button>
    </Notice>
  );
}

interface CheckoutCardProps extends Omit<PaySectionProps, 'onApproved' | 'onLeft' | 'onCancelled'> {
  /** What is bought, above the payment. */
  children: ReactNode;
}

/** The choice and the payment; after the return from PayPal, the outcome. */
export function CheckoutCard({ children, ...payment }: CheckoutCardProps) {
  const { order, isPaid, isCancelled, left, ...marks } = usePayPalReturn();
  const { markApproved, markLeft, markCancelled, reset } = marks;
  return (
    <Card className="flex flex-col gap-6">
      {order ? (
        <Outcome order={order} isPaid={isPaid} onStartOver={reset} />
      ) : (
        <>
          {isCancelled && <CancelledNotice />}
          {left && <LeftNotice onCheck={() => markApproved(left)} />}
          {children}
          <PaySection
            {...payment}
            onApproved={markApproved}
            onLeft={markLeft}
            onCancelled={markCancelled}
          />
        </>
      )}
    </Card>
  );
}
