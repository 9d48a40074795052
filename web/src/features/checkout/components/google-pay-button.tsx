import {
  type GooglePayConfigFromFindEligibleMethods,
  GooglePayOneTimePaymentButton,
  useEligibleMethods,
} from '@paypal/react-paypal-js/sdk-v6';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { useLanguage } from '@/lib/language';
import type { Money } from '../model/plan-items';

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
export function GooglePayButton({ due, createOrder, onApprove, ...rest }: GooglePayButtonProps) {
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
