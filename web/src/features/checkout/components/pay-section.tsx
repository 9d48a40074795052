import {
  type Checkout,
  type Currency,
  formatMoney,
  type IndianState,
  type PaymentMode,
  type PaymentProviderName,
  type PurchaseItem,
} from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ByCurrency } from '@/components/by-currency';
import { TestModeBanner } from '@/components/test-mode-banner';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { ErrorState, Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { loadTranslations } from '@/i18n';
import { useErrorMessages } from '@/i18n/error-messages';
import { isCode } from '@/lib/api';
import { displayCurrency } from '@/lib/pricing';
import { useConfig, useSession } from '@/lib/session';
import { checkoutQuery } from '../api/capture';
import {
  isSameMoney,
  type Method,
  type Money,
  type Provider,
  providerOf,
  toProviders,
} from '../model/plan-items';
import { type ContactEmail, useContactEmail } from '../model/use-contact-email';
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

const chargeTexts = {
  paypal: { same: 'charge.same', other: 'charge.other' },
  razorpay: { same: 'upi.same', other: 'upi.other' },
} as const satisfies Record<PaymentProviderName, object>;

interface ChargeTextProps {
  provider: PaymentProviderName;
  due: Money;
  shown: Money;
}

function ChargeText({ provider, due, shown }: ChargeTextProps) {
  const { t } = useTranslation('checkout');
  const texts = chargeTexts[provider];
  const charge = formatMoney(due.amount, due.currency);
  if (isSameMoney(due, shown))
    return <span className="text-ink-2">{t(texts.same, { charge })}</span>;
  const price = formatMoney(shown.amount, shown.currency);
  return (
    <>
      <span className="block font-semibold">{t(texts.other, { charge, price })}</span>
      {provider === 'paypal' && shown.currency === 'INR' && (
        <span className="block text-sm text-ink-2">{t('charge.reason')}</span>
      )}
    </>
  );
}

interface ChargeLineProps extends Pick<PaySectionProps, 'shown'> {
  provider: PaymentProviderName;
  due: Money;
}

/** The amount that the provider will charge, and the reason if it differs from the shown price. */
function ChargeLine({ provider, due, shown }: ChargeLineProps) {
  return (
    <p>
      <ByCurrency>
        {(currency) => <ChargeText provider={provider} due={due} shown={shown(currency)} />}
      </ByCurrency>
    </p>
  );
}

/** The address for messages about the purchase. */
function EmailField({ contact }: { contact: ContactEmail }) {
  const { t } = useTranslation('checkout');
  const { isNeeded, fault, input, clearFault } = contact;
  return (
    <Field
      label={t('email.label')}
      help={t('email.help')}
      required={isNeeded}
      optional={!isNeeded}
      error={fault && t(`email.${fault}`)}
    >
      <Input
        ref={input}
        type="email"
        name="email"
        autoComplete="email"
        maxLength={254}
        onChange={clearFault}
      />
    </Field>
  );
}

/** Warns a buyer who already has access. */
function ExistingAccessNotice() {
  const { t } = useTranslation('checkout');
  const { role, isPerson } = useSession();
  if (isPerson) return <Notice>{t('person')}</Notice>;
  return role === 'pass' ? <Notice>{t('holding')}</Notice> : null;
}

/** Why the last click on the button did not lead to the provider. */
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
function LoadingPayment({ mode, shown, isPriceKnown, method }: LoadingPaymentProps) {
  const { t } = useTranslation('checkout');
  const button = (currency: Currency) => {
    const { amount } = shown(currency);
    const charge = formatMoney(amount, currency);
    return (
      <Button variant="primary" size="large" className="w-full" disabled>
        {t(currency === 'INR' ? 'upi.pay' : 'pay', { charge })}
      </Button>
    );
  };
  return (
    <>
      <span role="status" className="sr-only">
        {t('loading')}
      </span>
      {isPriceKnown && mode === 'test' ? (
        <ByCurrency>{(currency) => button(currency)}</ByCurrency>
      ) : (
        <Skeleton className="h-12" />
      )}
      {!method && <Skeleton className="h-24" />}
    </>
  );
}

// 70 kB and PayPal's script, loaded only if PayPal takes the payments. If our own file fails to
// load, the buyer still can pay on PayPal's page.
const PayPalButtons = lazy(() =>
  import('./paypal-buttons').catch(() => ({ default: PayPalRedirectFallback })),
);

const StateField = lazy(async () => {
  const [file] = await Promise.all([import('./state-field'), loadTranslations(['states'])]);
  return file;
});

interface ProviderFormProps extends PaySectionProps {
  provider: Provider;
  clientId: string | null;
  contact: ContactEmail;
  buyerState: IndianState | undefined;
  onState: (state: IndianState | undefined) => void;
  isSecond: boolean;
}

/** One provider: the amount that it charges, and its button. */
function ProviderForm(props: ProviderFormProps) {
  const { provider, clientId, contact, isSecond, item, shown, isPriceKnown } = props;
  const { method = 'paypal', onApproved, onCancelled, buyerState, onState } = props;
  const { t } = useTranslation('checkout');
  const reason = useId();
  const { name, mode, isTaxedByState } = provider;
  const purchase = useCreateOrder(item, provider, contact, buyerState);
  const isReal = mode === 'sandbox' || mode === 'live';
  const hasOwnButtons = name === 'paypal' && clientId !== null && isReal;

  return (
    <>
      {isPriceKnown && <ChargeLine provider={name} due={purchase.due} shown={shown} />}
      {isTaxedByState && (
        <Suspense fallback={<Skeleton className="h-24" />}>
          <StateField value={buyerState} onChange={onState} />
        </Suspense>
      )}
      <OrderErrorNotice purchase={purchase} />
      {isPriceKnown && hasOwnButtons ? (
        <Suspense fallback={<Skeleton className="h-12" />}>
          <PayPalButtons {...{ mode, clientId, method, purchase, onApproved, onCancelled }} />
        </Suspense>
      ) : (
        <RedirectButton
          purchase={purchase}
          isSecond={isSecond}
          disabled={!isPriceKnown}
          describedBy={isPriceKnown ? undefined : reason}
        />
      )}
      {!isPriceKnown && (
        <p id={reason} className="text-ink-2">
          {t('blocked')}
        </p>
      )}
    </>
  );
}

type PayFormProps = PaySectionProps & { checkout: Checkout; contact: ContactEmail };

/** The providers, or the one that takes the chosen method; the visitor's currency comes first. */
function PayForm({ checkout, ...props }: PayFormProps) {
  const { t } = useTranslation('checkout');
  const [buyerState, onState] = useState<IndianState>();
  const currency = displayCurrency();
  const all = toProviders(checkout, currency);
  const { method, item } = props;
  const chosen = method && providerOf(method, currency, all);
  const own = all.filter(({ name }) => name === chosen);
  // What was chosen before the checkout was loaded may be absent here.
  const providers = own.length > 0 ? own : all;
  return providers.map((provider, at) => (
    // The key resets the form for another item, with its errors and its idempotency key.
    <div key={`${provider.name} ${item}`} className="flex flex-col gap-4">
      {at > 0 && (
        <p className="flex items-center gap-3 text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {t('or')}
        </p>
      )}
      <ProviderForm
        {...props}
        {...{ provider, buyerState, onState }}
        clientId={checkout.clientId}
        isSecond={at > 0}
      />
    </div>
  ));
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
  const contact = useContactEmail(props.item !== 'hourly');
  const configured = useConfig()?.payments.mode;
  const mode = checkout?.mode ?? configured;
  if (mode === 'off' || isCode(error, 'PAYMENTS_NOT_CONFIGURED'))
    return (
      <Notice tone="caution">
        <p className="font-semibold">{t('off')}</p>
        <p>{t('offText')}</p>
      </Notice>
    );
  if (!checkout && !isPending)
    return <ErrorState title={t('loadFailed')} query={{ error, refetch }} />;
  return (
    <div className="flex flex-col gap-4">
      <TestModeBanner mode={mode} />
      {checkout && <ExistingAccessNotice />}
      <EmailField contact={contact} />
      {checkout ? (
        <PayForm checkout={checkout} contact={contact} {...props} />
      ) : (
        <LoadingPayment {...props} mode={mode} />
      )}
    </div>
  );
}
