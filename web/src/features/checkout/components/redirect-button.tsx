import { formatMoney } from '@ctdb/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import type { Purchase } from '../model/use-create-order';

interface RedirectButtonProps {
  purchase: Purchase;
  disabled?: boolean;
  describedBy?: string | undefined;
}

/** Creates an order and opens PayPal's page; PayPal redirects the buyer back. */
export function RedirectButton({ purchase, disabled, describedBy }: RedirectButtonProps) {
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
    window.location.assign(order.approveUrl);
  };

  const isBusy = purchase.isPending || isLeaving;
  const label = () => {
    if (isBusy) return t('opening');
    // No amount, because the shown price is only a placeholder.
    if (disabled) return t('payLater');
    return t('pay', { charge: formatMoney(amount, currency) });
  };
  return (
    <Button
      variant="primary"
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
