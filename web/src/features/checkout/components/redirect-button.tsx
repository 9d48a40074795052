import { formatMoney, type PaymentProviderName } from '@ctdb/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { stayInTab } from '@/lib/draft-store';
import type { PaySectionProps } from '../model/plan-items';
import type { Purchase } from '../model/use-create-order';

const labels = {
  paypal: { pay: 'pay', later: 'payLater', opening: 'opening' },
  razorpay: { pay: 'upi.pay', later: 'upi.payLater', opening: 'upi.opening' },
} as const satisfies Record<PaymentProviderName, object>;

interface RedirectButtonProps extends Partial<Pick<PaySectionProps, 'keep'>> {
  purchase: Purchase;
  /** Whether another way to pay is above it. */
  isSecond?: boolean;
  disabled?: boolean;
  describedBy?: string | undefined;
}

/** Creates an order and opens the provider's page, which leads the buyer back. */
export function RedirectButton(props: RedirectButtonProps) {
  const { purchase, isSecond = false, keep, disabled, describedBy } = props;
  const { t } = useTranslation('checkout');
  const [isLeaving, setIsLeaving] = useState(false);
  const { amount, currency } = purchase.due;

  useEffect(() => {
    // After Back, the browser restores the page from its cache: enable the button again.
    const onPageShow = () => setIsLeaving(false);
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);

  const leave = async () => {
    // The page shows the error.
    const order = await purchase.create().catch(() => undefined);
    if (!order) return;
    setIsLeaving(true);
    // At PayPal an approval takes no money before the buyer has come back.
    if (purchase.provider === 'razorpay') keep?.({ left: order.id });
    stayInTab();
    window.location.assign(order.approveUrl);
  };

  const isBusy = purchase.isPending || isLeaving;
  const label = () => {
    const { pay, later, opening } = labels[purchase.provider];
    if (isBusy) return t(opening);
    // No amount, because the shown price is only a placeholder.
    if (disabled) return t(later);
    return t(pay, { charge: formatMoney(amount, currency) });
  };
  return (
    <Button
      variant={isSecond ? 'secondary' : 'primary'}
      size="large"
      className="w-full"
      pending={isBusy}
      disabled={disabled}
      aria-describedby={describedBy}
      onClick={() => void leave()}
    >
      {label()}
    </Button>
  );
}

/** Fallback if PayPal's script is blocked: the button leads to PayPal's page. */
export function PayPalRedirectFallback({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('checkout');
  return (
    <>
      <Notice tone="caution">{t('script.failed')}</Notice>
      <RedirectButton purchase={purchase} />
    </>
  );
}
