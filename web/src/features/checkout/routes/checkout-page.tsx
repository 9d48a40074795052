import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Choice } from '@/components/ui/choice';
import { displayCurrency } from '@/lib/pricing';
import { useConfig } from '@/lib/session';
import { useHydrated } from '@/lib/use-hydrated';
import { checkoutQuery } from '../api/checkout';
import { HourlyAccessPage } from '../components/hourly-access-page';
import { PlanPage } from '../components/plan-page';
import { type Method, methods, providerOf, toProviders } from '../model/plan-items';

/** The ways to pay here, the one in the visitor's currency first. */
const useMethods = () => {
  const { data } = useQuery(checkoutQuery);
  const isTest = useConfig()?.payments.mode === 'test';
  const currency = useHydrated() ? displayCurrency() : 'USD';
  // Tests take payments of both.
  const expected = isTest ? (['paypal', 'razorpay'] as const) : (['paypal'] as const);
  const providers = data ? toProviders(data, currency) : expected.map((name) => ({ name }));
  const has = (name: string) => providers.some((provider) => provider.name === name);
  const shown = methods.filter((one) => has(providerOf(one, currency, providers)));
  const isUpiFirst = currency === 'INR' || !has('paypal');
  return {
    currency,
    providers,
    hasClient: Boolean(data?.clientId),
    isTest: data ? data.clientId === null : isTest,
    shown: isUpiFirst
      ? shown
      : [...shown.filter((one) => one !== 'upi'), ...shown.filter((one) => one === 'upi')],
  };
};

interface MethodChoiceProps extends ReturnType<typeof useMethods> {
  method: Method | undefined;
  onChange: (method: Method) => void;
}

/** The ways to pay. What can not work without an account at PayPal is shown with the reason. */
function MethodChoice({ method, onChange, shown, ...context }: MethodChoiceProps) {
  const { t } = useTranslation('checkout');
  const { currency, providers, hasClient, isTest } = context;
  const textOf = (one: Method) => {
    const isRupees = providerOf(one, currency, providers) === 'razorpay';
    if (one === 'gpay' && isRupees) return t('method.gpayUpi');
    if (isTest && !isRupees && one !== 'paypal') return t('method.needsPayPal');
    return t(`method.${one}Text`);
  };
  const isPossible = (one: Method) =>
    one === 'paypal' || hasClient || providerOf(one, currency, providers) === 'razorpay';
  return (
    <fieldset>
      <legend className="mb-3 text-lg font-semibold">{t('method.title')}</legend>
      <div className="flex flex-col gap-3">
        {shown.map((one) => (
          <Choice
            key={one}
            name="method"
            value={one}
            isChosen={one === method}
            onChoose={() => onChange(one)}
            label={t(`method.${one}`)}
            text={textOf(one)}
            disabled={!isPossible(one)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function PaymentPage() {
  const context = useMethods();
  const [chosen, setChosen] = useState<Method>();
  const method = chosen ?? context.shown[0];
  return (
    <PlanPage plan="professional" {...(method && { method })}>
      <MethodChoice {...context} method={method} onChange={setChosen} />
    </PlanPage>
  );
}

/** The three pages that sell something, in one file: they share nearly everything. */
export default function CheckoutPage() {
  const { pathname } = useLocation();
  if (/^\/subscribe\b/.test(pathname)) return <PlanPage plan="premium" />;
  if (/^\/payment\b/.test(pathname)) return <PaymentPage />;
  return <HourlyAccessPage />;
}
