import type { PaymentMode } from '@ctdb/contracts';
import {
  type GooglePayConfigFromFindEligibleMethods,
  GooglePayOneTimePaymentButton,
  INSTANCE_LOADING_STATE,
  PayPalGuestPaymentButton,
  PayPalOneTimePaymentButton,
  PayPalProvider,
  useEligibleMethods,
  usePayPal,
} from '@paypal/react-paypal-js/sdk-v6';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { useLanguage } from '@/lib/language';
import type { Method, Money, PaySectionProps } from '../model/plan-items';
import type { Purchase } from '../model/use-create-order';
import { PayPalRedirectFallback } from './redirect-button';

type Config = GooglePayConfigFromFindEligibleMethods;

const networks: readonly string[] = ['MASTERCARD', 'VISA'];

/** PayPal's configuration of Google Pay, limited to the accepted card networks. */
export const restrictNetworks = (config: Config): Config => ({
  ...config,
  allowedPaymentMethods: config.allowedPaymentMethods.map((method) => ({
    ...method,
    parameters: {
      ...method.parameters,
      supportedNetworks: method.parameters.supportedNetworks.filter((name) =>
        networks.includes(name),
      ),
    },
  })),
});

const SCRIPT = 'https://pay.google.com/gp/p/js/pay.js';

/** Loads Google's script once; rejects if it is blocked. */
const loadGooglePay = (): Promise<true> =>
  new Promise((resolve, reject) => {
    if (window.google?.payments) return resolve(true);
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    script.onload = () => resolve(true);
    script.onerror = () => {
      script.remove();
      reject(new Error(`${SCRIPT} did not load`));
    };
    document.head.append(script);
  });

interface GooglePayButtonProps {
  due: Money;
  createOrder: () => Promise<{ orderId: string }>;
  onApprove: (data: { orderId: string }) => Promise<void>;
  onCancel: () => void;
  onError: () => void;
}

/** PayPal's Google Pay button: test mode, Mastercard and Visa. Shows why it is unavailable. */
function GooglePayButton({ due, createOrder, onApprove, ...rest }: GooglePayButtonProps) {
  const { t } = useTranslation('checkout');
  const language = useLanguage();
  const { amount, currency: currencyCode } = due;
  const script = useQuery({ queryKey: ['google-pay'], queryFn: loadGooglePay });
  const { eligiblePaymentMethods, isLoading, error } = useEligibleMethods({
    payload: { amount, currencyCode, paymentFlow: 'ONE_TIME_PAYMENT' },
  });
  const config = useMemo(
    () =>
      eligiblePaymentMethods?.isEligible('googlepay')
        ? restrictNetworks(eligiblePaymentMethods.getDetails('googlepay').config)
        : undefined,
    [eligiblePaymentMethods],
  );

  if (script.isError || error) return <Notice tone="caution">{t('method.gpayFailed')}</Notice>;
  if (script.isPending || isLoading) return <Skeleton className="h-12" />;
  if (!config) return <Notice tone="caution">{t('method.gpayMissing')}</Notice>;
  return (
    <GooglePayOneTimePaymentButton
      environment="TEST"
      googlePayConfig={config}
      transactionInfo={{
        countryCode: config.merchantCountry,
        currencyCode,
        totalPriceStatus: 'FINAL',
        totalPrice: amount,
      }}
      buttonLocale={language}
      createOrder={createOrder}
      // Google Pay names the order "id".
      onApprove={({ id }) => onApprove({ orderId: id })}
      {...rest}
    />
  );
}

/** After this time, a PayPal script that has not loaded counts as blocked. */
const SCRIPT_TIMEOUT_MS = 8_000;

interface PayPalButtonsProps extends Pick<PaySectionProps, 'keep'> {
  mode: PaymentMode;
  clientId: string;
  method: Method;
  purchase: Purchase;
}

const components = ['paypal-payments', 'paypal-guest-payments', 'googlepay-payments'] as const;

function Buttons(props: Omit<PayPalButtonsProps, 'mode' | 'clientId'>) {
  const { method, purchase, keep } = props;
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
