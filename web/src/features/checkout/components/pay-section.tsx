import {
  type Checkout,
  type Currency,
  formatMoney,
  type PaymentMode,
  type PurchaseItem,
} from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ByCurrency } from '@/components/by-currency';
import { TestModeBanner } from '@/components/test-mode-banner';
import { Button } from '@/components/ui/button';
import { ErrorState, Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { useErrorMessages } from '@/i18n/error-messages';
import { isCode } from '@/lib/api';
import { useConfig, useSession } from '@/lib/session';
import { checkoutQuery } from '../api/capture';
import { isSameMoney, type Method, type Money } from '../model/plan-items';
import { type Purchase, useCreateOrder } from '../model/use-create-order';
import { RedirectButton } from './redirect-button';

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

interface ChargeTextProps {
  due: Money;
  shown: Money;
}

function ChargeText({ due, shown }: ChargeTextProps) {
  const { t } = useTranslation('checkout');
  const charge = formatMoney(due.amount, due.currency);
  if (isSameMoney(due, shown))
    return <span className="text-ink-2">{t('charge.same', { charge })}</span>;
  const price = formatMoney(shown.amount, shown.currency);
  return (
    <>
      <span className="block font-semibold">{t('charge.other', { charge, price })}</span>
      {shown.currency === 'INR' && due.currency !== 'INR' && (
        <span className="block text-sm text-ink-2">{t('charge.reason')}</span>
      )}
    </>
  );
}

/** The amount that PayPal will charge, and the reason if it differs from the shown price. */
function ChargeLine({ due, shown }: Pick<PaySectionProps, 'shown'> & { due: Money }) {
  return (
    <p>
      <ByCurrency>{(currency) => <ChargeText due={due} shown={shown(currency)} />}</ByCurrency>
    </p>
  );
}

/** Warns a buyer who already has access. */
function ExistingAccessNotice() {
  const { t } = useTranslation('checkout');
  const { role, isPerson } = useSession();
  if (isPerson) return <Notice>{t('person')}</Notice>;
  return role === 'pass' ? <Notice>{t('holding')}</Notice> : null;
}

/** Why the last click on the button did not lead to PayPal. */
function OrderErrorNotice({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('checkout');
  const { errorText } = useErrorMessages();
  const { due, isChanged, error } = purchase;
  if (error)
    return (
      <Notice tone="danger" role="alert">
        <p className="font-semibold">{t('failed')}</p>
        <p>
          {errorText(error)} {t('notCharged')}
        </p>
      </Notice>
    );
  if (!isChanged) return null;
  const charge = formatMoney(due.amount, due.currency);
  return (
    <Notice tone="caution" role="alert">
      <p className="font-semibold">{t('charge.changed')}</p>
      <p>{t('charge.changedText', { charge })}</p>
    </Notice>
  );
}

type LoadingPaymentProps = PaySectionProps & { mode: PaymentMode | null | undefined };

/** What is known before the checkout is loaded, at the size of the form that follows. */
function LoadingPayment({ mode, shown, isPriceKnown }: LoadingPaymentProps) {
  const { t } = useTranslation('checkout');
  // PayPal charges the price in dollars.
  const due = shown('USD');
  return (
    <div className="flex flex-col gap-4">
      <span role="status" className="sr-only">
        {t('loading')}
      </span>
      <TestModeBanner mode={mode} />
      {isPriceKnown && <ChargeLine due={due} shown={shown} />}
      {isPriceKnown && mode === 'test' ? (
        <Button variant="primary" size="large" className="w-full" disabled>
          {t('pay', { charge: formatMoney(due.amount, due.currency) })}
        </Button>
      ) : (
        <Skeleton className="h-12" />
      )}
    </div>
  );
}

// 70 kB and PayPal's script, loaded only if PayPal takes the payments. If our own file fails to
// load, the buyer still can pay on PayPal's page.
const PayPalButtons = lazy(() =>
  import('./paypal-buttons').catch(() => ({ default: PayPalRedirectFallback })),
);

/** The amount and the pay button. */
function PayForm(props: PaySectionProps & { checkout: Checkout }) {
  const { checkout, item, shown, isPriceKnown, method = 'paypal', onApproved, onCancelled } = props;
  const { t } = useTranslation('checkout');
  const reason = useId();
  const { mode, clientId, charge } = checkout;
  const purchase = useCreateOrder(item, { amount: charge.items[item], currency: charge.currency });
  const hasOwnButtons = clientId !== null && (mode === 'sandbox' || mode === 'live');

  return (
    <div className="flex flex-col gap-4">
      <TestModeBanner mode={mode} />
      <ExistingAccessNotice />
      {isPriceKnown && <ChargeLine due={purchase.due} shown={shown} />}
      <OrderErrorNotice purchase={purchase} />
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

export interface PaySectionProps {
  item: PurchaseItem;
  /** The price as the page shows it to visitors with this currency. */
  shown: (currency: Currency) => Money;
  /** Whether `shown` is the real price. The pay button is disabled for a placeholder price. */
  isPriceKnown: boolean;
  method?: Method;
  onApproved: (order: string) => void;
  onCancelled: () => void;
}

/** The payment itself, on every page that sells something. */
export function PaySection(props: PaySectionProps) {
  const { t } = useTranslation('checkout');
  const { data: checkout, error, isPending, refetch } = useQuery(checkoutQuery);
  const configured = useConfig()?.payments.mode;
  const mode = checkout?.mode ?? configured;
  if (mode === 'off' || isCode(error, 'PAYMENTS_NOT_CONFIGURED'))
    return (
      <Notice tone="caution">
        <p className="font-semibold">{t('off')}</p>
        <p>{t('offText')}</p>
      </Notice>
    );
  if (isPending) return <LoadingPayment {...props} mode={mode} />;
  if (!checkout) return <ErrorState title={t('loadFailed')} query={{ error, refetch }} />;
  // The key resets the form for another item, with its errors and its idempotency key.
  return <PayForm key={props.item} checkout={checkout} {...props} />;
}
