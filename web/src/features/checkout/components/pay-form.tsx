import type { Checkout } from '@ctdb/contracts';
import { lazy, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '@/components/ui/skeleton';
import { usePurchase } from '../model/use-purchase';
import { ChargeLine } from './charge-line';
import { HolderNotice, PurchaseNotice, TestNotice } from './pay-notices';
import type { PaySectionProps } from './pay-section';
import { RedirectButton } from './redirect-button';
import { ScriptBlocked } from './script-blocked';

// 70 kB and PayPal's script: only where PayPal takes the payments. Where not even our own file
// comes through, the page of PayPal is still there.
const PayPalButtons = lazy(() =>
  import('./paypal-buttons').catch(() => ({ default: ScriptBlocked })),
);

/** What is charged, and the button that leads there. */
export function PayForm(props: PaySectionProps & { checkout: Checkout }) {
  const { checkout, item, shown, isPriceKnown, method = 'paypal', onApproved, onCancelled } = props;
  const { t } = useTranslation('checkout');
  const reason = useId();
  const { mode, clientId, charge } = checkout;
  const purchase = usePurchase(item, { amount: charge.items[item], currency: charge.currency });
  const hasOwnButtons = clientId !== null && (mode === 'sandbox' || mode === 'live');

  return (
    <div className="flex flex-col gap-4">
      <TestNotice mode={mode} />
      <HolderNotice />
      {isPriceKnown && <ChargeLine due={purchase.due} shown={shown} />}
      <PurchaseNotice purchase={purchase} />
      {isPriceKnown && hasOwnButtons ? (
        <Suspense fallback={<Skeleton className="h-12" />}>
          <PayPalButtons {...{ mode, clientId, method, purchase, onApproved, onCancelled }} />
        </Suspense>
      ) : (
        <RedirectButton
          purchase={purchase}
          disabled={!isPriceKnown}
          describedBy={isPriceKnown ? undefined : reason}
        />
      )}
      {!isPriceKnown && (
        <p id={reason} className="text-ink-2">
          {t('blocked')}
        </p>
      )}
    </div>
  );
}
