import {
  type Checkout,
  type Currency,
  formatMoney,
  type IndianState,
  type PaymentMode,
} from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ByCurrency } from '@/components/by-currency';
import { TestModeBanner } from '@/components/test-mode-banner';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { ErrorState, Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { isCode } from '@/lib/api';
import { displayCurrency } from '@/lib/pricing';
import { useConfig, useSession } from '@/lib/session';
import { checkoutQuery } from '../api/checkout';
import { type PaySectionProps, providerOf, toProviders } from '../model/plan-items';
import { type ContactEmail, useContactEmail } from '../model/use-contact-email';
import { ProviderForm } from './provider-form';

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

type LoadingPaymentProps = PaySectionProps & { mode: PaymentMode | null | undefined };

/** Keeps the place of the form while the checkout is loaded. */
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
        hasCookie={checkout.hasCookie !== false}
        isSecond={at > 0}
      />
    </div>
  ));
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
