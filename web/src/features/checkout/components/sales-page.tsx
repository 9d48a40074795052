import { type Capability, planCapabilities, purchaseItems } from '@ctdb/contracts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '@/components/ui/card';
import { Button, LinkButton } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { useReader, useSession } from '@/lib/session';
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

/** Access that ends sooner is for sale again. */
const ENDING_SECONDS = 300;

/** Whether the reader has all that `item` would give. */
const useHasAlready = (item: PaySectionProps['item']): boolean => {
  const { can } = useReader();
  const { secondsLeft = Infinity } = useSession();
  const included: readonly Capability[] = planCapabilities[purchaseItems[item].plan];
  return secondsLeft > ENDING_SECONDS && included.every((ability) => can(ability));
};

/** For a reader who has this already: the way on comes first. */
function OwnedAccess({ onBuy }: { onBuy: () => void }) {
  const { t } = useTranslation('checkout');
  const { isPerson } = useReader();
  return (
    <div className="flex flex-col items-start gap-4">
      <h2 className="text-lg">{t('owned.title')}</h2>
      <p className="text-ink-2">{t(isPerson ? 'person' : 'holding')}</p>
      {/* A full page load, because only checkout pages allow PayPal's origins. */}
      <LinkButton to="/app" reloadDocument variant="primary" size="large" className="w-full">
        {t('owned.go')}
      </LinkButton>
      <Button variant="link" onClick={onBuy}>
        {t('owned.buy')}
      </Button>
    </div>
  );
}

interface CheckoutCardProps extends Omit<PaySectionProps, 'onApproved' | 'onLeft' | 'onCancelled'> {
  /** Describes the purchase, above the payment. */
  children: ReactNode;
}

/** The choice and the payment; after the return from PayPal, the outcome. */
export function CheckoutCard({ children, ...payment }: CheckoutCardProps) {
  const { order, isPaid, isCancelled, left, ...marks } = usePayPalReturn();
  const { markApproved, markLeft, markCancelled, reset } = marks;
  const hasAlready = useHasAlready(payment.item);
  const [isBuying, setBuying] = useState(false);
  if (hasAlready && !isBuying && !order && !isCancelled && !left)
    return (
      <Card>
        <OwnedAccess onBuy={() => setBuying(true)} />
      </Card>
    );
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
