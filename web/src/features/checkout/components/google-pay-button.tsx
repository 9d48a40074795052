import { GooglePayOneTimePaymentButton, useEligibleMethods } from '@paypal/react-paypal-js/sdk-v6';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { useLanguage } from '@/i18n/use-language';
import { loadGooglePay, withOurNetworks } from '../model/google-pay';
import type { Money } from '../model/money';

interface GooglePayButtonProps {
  due: Money;
  createOrder: () => Promise<{ orderId: string }>;
  onApprove: (data: { orderId: string }) => Promise<void>;
  onCancel: () => void;
  onError: () => void;
}

/** PayPal's Google Pay button: test mode, Mastercard and Visa. Says why where it cannot be. */
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
        ? withOurNetworks(eligiblePaymentMethods.getDetails('googlepay').config)
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
