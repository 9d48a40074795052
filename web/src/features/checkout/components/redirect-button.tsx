import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { useLanguage } from '@/i18n/language';
import { formatMoney } from '@/lib/numbers';
import type { Purchase } from '../model/use-create-order';

interface RedirectButtonProps {
  purchase: Purchase;
  disabled?: boolean;
  describedBy?: string | undefined;
}

/** Opens an order and goes to PayPal's page; PayPal sends the buyer back. */
export function RedirectButton({ purchase, disabled, describedBy }: RedirectButtonProps) {
  const { t } = useTranslation('checkout');
  const language = useLanguage();
  const [isLeaving, setIsLeaving] = useState(false);
  const { amount, currency } = purchase.due;

  useEffect(() => {
    // Whoever comes back with the browser's own button finds the page as it was left.
    const awake = () => setIsLeaving(false);
    window.addEventListener('pageshow', awake);
    return () => window.removeEventListener('pageshow', awake);
  }, []);

  const leave = async () => {
    // What went wrong is on the page.
    const order = await purchase.open().catch(() => undefined);
    if (!order) return;
    setIsLeaving(true);
    window.location.assign(order.approveUrl);
  };

  const isBusy = purchase.isPending || isLeaving;
  const label = () => {
    if (isBusy) return t('opening');
    // No amount beside a price that only stands in for the real one.
    if (disabled) return t('payLater');
    return t('pay', { charge: formatMoney(amount, currency, language) });
  };
  return (
    <Button
      look="primary"
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
