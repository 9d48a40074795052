import {
  type Checkout,
  type Currency,
  formatMoney,
  type IndianState,
  type PaymentMode,
  type PaymentProviderName,
} from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ByCurrency } from '@/components/by-currency';
import { TestModeBanner } from '@/components/test-mode-banner';
import { Unfold } from '@/components/unfold';
import { Button } from '@/components/ui/button';
import { Choice } from '@/components/ui/choice';
import { Field, Input } from '@/components/ui/field';
import { ErrorState, Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { isCode } from '@/lib/api';
import { useConfig, useSession } from '@/lib/session';
import { checkoutQuery } from '../api/checkout';
import {
  type Method,
  methods,
  type PaySectionProps,
  providerOf,
  toProviders,
} from '../model/plan-items';
import { type ContactEmail, useContactEmail } from '../model/use-contact-email';

const loadProviderForm = () => import('./provider-form');
const ProviderForm = lazy(loadProviderForm);

interface WaysProps extends PaySectionProps {
  /** The visitor's currency. */
  currency: Currency;
  mode: PaymentMode | null | undefined;
  /** Absent until it is loaded. */
  checkout: Checkout | undefined;
  contact: ContactEmail;
}

/** Keeps the place of the first form while the checkout, or the form's own file, is loaded. */
function LoadingPayment({ currency, mode, shown, isPriceKnown }: WaysProps) {
  const { t } = useTranslation('checkout');
  const charge = formatMoney(shown(currency).amount, currency);
  const isRupees = currency === 'INR';
  return (
    <>
      <span role="status" className="sr-only">
        {t('loading')}
      </span>
      {isPriceKnown && (
        <p className="invisible">{t(isRupees ? 'upi.same' : 'charge.same', { charge })}</p>
      )}
      {isPriceKnown && mode === 'test' ? (
        <Button variant="primary" size="large" className="w-full" disabled>
          {t(isRupees ? 'upi.pay' : 'pay', { charge })}
        </Button>
      ) : (
        <Skeleton className="h-12" />
      )}
    </>
  );
}

/** Until the checkout is loaded: who takes rupees, and whether test payments are taken by both. */
const expectProviders = (currency: Currency, mode: WaysProps['mode']): PaymentProviderName[] => {
  if (currency === 'INR') return ['razorpay', 'paypal'];
  return mode === 'test' ? ['paypal', 'razorpay'] : ['paypal'];
};

/** The provider in the visitor's currency, with one button; the other ways are folded. */
function Ways(props: WaysProps) {
  const { currency, checkout, mode, asksMethod, item } = props;
  const { t } = useTranslation('checkout');
  const [buyerState, onState] = useState<IndianState>();
  const [chosen, setChosen] = useState<Method>();
  const [isOpen, open] = useState(false);
  const loaded = checkout && toProviders(checkout, currency);
  const names = loaded?.map(({ name }) => name) ?? expectProviders(currency, mode);
  const [first = 'paypal', second] = names;
  const isUpiFirst = first === 'razorpay';

  const form = (name: PaymentProviderName, isSecond: boolean, method?: Method) => {
    const provider = loaded?.find((one) => one.name === name);
    if (!checkout || !provider) return <LoadingPayment {...props} />;
    return (
      // The key resets the form for another item, with its errors and its idempotency key.
      <Suspense key={`${name} ${item}`} fallback={<LoadingPayment {...props} />}>
        <ProviderForm
          {...props}
          {...{ provider, method, buyerState, onState, isSecond }}
          clientId={checkout.clientId}
          hasCookie={checkout.hasCookie !== false}
        />
      </Suspense>
    );
  };

  const methodForm = () => {
    const offered = methods.filter((one) => names.includes(providerOf(one, currency, names)));
    const asked = isUpiFirst ? offered.filter((one) => one !== 'upi') : offered;
    // What was chosen before the checkout was loaded may be absent here.
    const method = asked.find((one) => one === chosen) ?? 'paypal';
    // The account at PayPal; none with the simulator.
    const expectedClient = mode === 'test' ? null : undefined;
    const clientId = checkout ? checkout.clientId : expectedClient;
    const choiceOf = (one: Method) => {
      const isUpi = providerOf(one, currency, names) === 'razorpay';
      // What can not work without an account at PayPal is shown with the reason.
      const isMissing = one !== 'paypal' && !isUpi && clientId === null;
      const text = isMissing ? t('method.needsPayPal') : t(`method.${one}Text`);
      return {
        text: one === 'gpay' && isUpi ? t('method.gpayUpi') : text,
        disabled: one !== 'paypal' && !isUpi && !clientId,
      };
    };
    return (
      <>
        <fieldset>
          <legend className="mb-3 text-lg font-semibold">{t('method.title')}</legend>
          <div className="flex flex-col gap-3">
            {asked.map((one) => (
              <Choice
                key={one}
                name="method"
                value={one}
                isChosen={one === method}
                onChoose={() => setChosen(one)}
                label={t(`method.${one}`)}
                {...choiceOf(one)}
              />
            ))}
          </div>
        </fieldset>
        {form(providerOf(method, currency, names), isUpiFirst, method)}
      </>
    );
  };

  if (asksMethod && !isUpiFirst) return methodForm();
  const fold = checkout ? (
    <Unfold title={t('otherWays')} isOpen={isOpen} onToggle={open}>
      <div className="mt-4 flex flex-col gap-4">
        {asksMethod ? methodForm() : second && form(second, true)}
      </div>
    </Unfold>
  ) : (
    <Skeleton className="w-40 coarse:my-2" />
  );
  return (
    <>
      {form(first, false)}
      {second && fold}
    </>
  );
}

/** The payment itself, on every page that sells something. */
export function PaySection(props: PaySectionProps) {
  const { t } = useTranslation('checkout');
  const { data: checkout, error, isPending, refetch } = useQuery(checkoutQuery);
  const contact = useContactEmail(props.item !== 'hourly');
  const { isNeeded, fault, input, clearFault } = contact;
  const { role, isPerson } = useSession();
  const configured = useConfig()?.payments.mode;
  const mode = checkout?.mode ?? configured;
  // It is needed when the checkout is loaded.
  useEffect(() => void loadProviderForm(), []);
  if (mode === 'off' || isCode(error, 'PAYMENTS_NOT_CONFIGURED'))
    return (
      <Notice tone="caution" title={t('off')}>
        {t('offText')}
      </Notice>
    );
  if (!checkout && !isPending)
    return <ErrorState title={t('loadFailed')} query={{ error, refetch }} />;
  return (
    <div className="flex flex-col gap-4">
      <TestModeBanner mode={mode} />
      {/* Warns a buyer who already has access. */}
      {checkout && (isPerson || role === 'pass') && (
        <Notice>{t(isPerson ? 'person' : 'holding')}</Notice>
      )}
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
      <ByCurrency>
        {(currency) => <Ways {...props} {...{ currency, mode, checkout, contact }} />}
      </ByCurrency>
    </div>
  );
}
