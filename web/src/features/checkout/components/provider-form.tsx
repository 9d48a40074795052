import {
  type Currency,
  formatMoney,
  type IndianState,
  type PaymentProviderName,
} from '@ctdb/contracts';
import { lazy, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ByCurrency } from '@/components/by-currency';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { lazyWithTexts } from '@/i18n/lazy-with-texts';
import { useErrorMessages } from '@/lib/error-messages';
import { isSameMoney, type Method, type PaySectionProps, type Provider } from '../model/plan-items';
import type { ContactEmail } from '../model/use-contact-email';
import { useCreateOrder } from '../model/use-create-order';
import { PayPalRedirectFallback, RedirectButton } from './redirect-button';

const chargeTexts = {
  paypal: { same: 'charge.same', other: 'charge.other' },
  razorpay: { same: 'upi.same', other: 'upi.other' },
} as const satisfies Record<PaymentProviderName, object>;

// 70 kB and PayPal's script, loaded only if PayPal takes the payments. If our own file fails to
// load, the buyer still can pay on PayPal's page.
const PayPalButtons = lazy(() =>
  import('./paypal-buttons').catch(() => ({ default: PayPalRedirectFallback })),
);

const StateField = lazyWithTexts(() => import('./state-field'), ['states']);

interface ProviderFormProps extends PaySectionProps {
  provider: Provider;
  method: Method | undefined;
  clientId: string | null;
  hasCookie: boolean;
  contact: ContactEmail;
  buyerState: IndianState | undefined;
  onState: (state: IndianState | undefined) => void;
  isSecond: boolean;
}

/** One provider: the amount that it charges, and its button. */
export default function ProviderForm(props: ProviderFormProps) {
  const { provider, clientId, hasCookie, contact, isSecond, item, shown, isPriceKnown } = props;
  const { method = 'paypal', keep, buyerState, onState } = props;
  const { t } = useTranslation('checkout');
  const { errorText } = useErrorMessages();
  const reason = useId();
  const { name, mode, isTaxedByState } = provider;
  const purchase = useCreateOrder(item, provider, contact, buyerState);
  const { due, isChanged, error } = purchase;
  const charge = formatMoney(due.amount, due.currency);
  const texts = chargeTexts[name];
  /** The amount that the provider will charge, and the reason if it differs from the shown price. */
  const chargeText = (currency: Currency) => {
    const price = shown(currency);
    if (isSameMoney(due, price))
      return <span className="text-ink-2">{t(texts.same, { charge })}</span>;
    return (
      <>
        <span className="block font-semibold">
          {t(texts.other, { charge, price: formatMoney(price.amount, price.currency) })}
        </span>
        {name === 'paypal' && currency === 'INR' && (
          <span className="block text-sm text-ink-2">{t('charge.reason')}</span>
        )}
      </>
    );
  };
  const obstacle = (!hasCookie && 'noCookies') || (!isPriceKnown && 'blocked');
  const isReal = mode === 'sandbox' || mode === 'live';
  const hasOwnButtons = name === 'paypal' && clientId !== null && isReal;

  return (
    <>
      {isPriceKnown && (
        <p>
          <ByCurrency>{chargeText}</ByCurrency>
        </p>
      )}
      {isTaxedByState && (
        <Suspense fallback={<Skeleton className="h-24" />}>
          <StateField value={buyerState} onChange={onState} isMissing={purchase.isStateMissing} />
        </Suspense>
      )}
      {/* Why the last click on the button did not lead to the provider. */}
      {error && (
        <Notice tone="danger" role="alert" title={t('failed')}>
          {errorText(error)} {t('notCharged')}
        </Notice>
      )}
      {isChanged && !error && (
        <Notice tone="caution" role="alert" title={t('charge.changed')}>
          {t('charge.changedText', { charge })}
        </Notice>
      )}
      {!obstacle && hasOwnButtons ? (
        <Suspense fallback={<Skeleton className="h-12" />}>
          <PayPalButtons {...{ mode, clientId, method, purchase, keep }} />
        </Suspense>
      ) : (
        <RedirectButton
          purchase={purchase}
          isSecond={isSecond}
          keep={keep}
          disabled={obstacle !== false}
          describedBy={obstacle ? reason : undefined}
        />
      )}
      {obstacle && (
        <p id={reason} className="text-ink-2">
          {t(obstacle)}
        </p>
      )}
    </>
  );
}
