import type { PaymentMode } from '@ctdb/contracts';
import {
  INSTANCE_LOADING_STATE,
  PayPalGuestPaymentButton,
  PayPalOneTimePaymentButton,
  PayPalProvider,
  usePayPal,
} from '@paypal/react-paypal-js/sdk-v6';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import type { Method, PaySectionProps } from '../model/plan-items';
import type { Purchase } from '../model/use-create-order';
import { GooglePayButton } from './google-pay-button';
import { PayPalRedirectFallback } from './redirect-button';

/** After this time, a PayPal script that has not loaded counts as blocked. */
const SCRIPT_TIMEOUT_MS = 8_000;

interface ButtonsProps extends Pick<PaySectionProps, 'keep'> {
  method: Method;
  purchase: Purchase;
}

interface PayPalButtonsProps extends ButtonsProps {
  mode: PaymentMode;
  clientId: string;
}

const components = ['paypal-payments', 'paypal-guest-payments', 'googlepay-payments'] as const;

function Buttons({ method, purchase, keep }: ButtonsProps) {
  const { t } = useTranslation('checkout');
  const { loadingStatus } = usePayPal();
  const [isLate, setIsLate] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), SCRIPT_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, []);

  if (loadingStatus !== INSTANCE_LOADING_STATE.RESOLVED)
    return isLate || loadingStatus === INSTANCE_LOADING_STATE.REJECTED ? (
      <PayPalRedirectFallback purchase={purchase} />
    ) : (
      <Skeleton className="h-12" />
    );

  const session = {
    createOrder: async () => {
      setHasFailed(false);
      return { orderId: (await purchase.create()).id };
    },
    onApprove: ({ orderId }: { orderId: string }) => {
      keep({ order: orderId });
      return Promise.resolve();
    },
    onCancel: () => keep({ cancelled: true }),
    onError: () => setHasFailed(true),
  };
  return (
    <>
      {/* The form shows errors of our own server. */}
      {hasFailed && !purchase.error && !purchase.isChanged && !purchase.isIncomplete && (
        <Notice tone="danger" role="alert" title={t('failed')} />
      )}
      {method === 'paypal' && <PayPalOneTimePaymentButton presentationMode="auto" {...session} />}
      {method === 'card' && <PayPalGuestPaymentButton {...session} />}
      {method === 'gpay' && <GooglePayButton due={purchase.due} {...session} />}
    </>
  );
}

/** PayPal's buttons from PayPal's script; a link to PayPal's page if the script does not load. */
export default function PayPalButtons({ mode, clientId, ...buttons }: PayPalButtonsProps) {
  return (
    <PayPalProvider
      clientId={clientId}
      environment={mode === 'live' ? 'production' : 'sandbox'}
      components={[...components]}
      pageType="checkout"
    >
      <Buttons {...buttons} />
    </PayPalProvider>
  );
}
