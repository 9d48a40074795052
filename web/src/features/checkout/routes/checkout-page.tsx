import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useConfig } from '@/lib/session';
import { checkoutQuery } from '../api/capture';
import { Choice } from '../components/choice';
import { HourlyAccessPage } from '../components/hourly-access-page';
import { PlanPage } from '../components/plan-page';
import { type Method, methods } from '../model/plan-items';

interface MethodChoiceProps {
  method: Method;
  onChange: (method: Method) => void;
}

/** The ways to pay. What can not work here is shown all the same, with the reason. */
function MethodChoice({ method, onChange }: MethodChoiceProps) {
  const { t } = useTranslation('checkout');
  const { data } = useQuery(checkoutQuery);
  const mode = useConfig()?.payments.mode;
  const isTest = data ? data.clientId === null : mode === 'test';
  const isPossible = (one: Method) => one === 'paypal' || Boolean(data?.clientId);
  return (
    <fieldset>
      <legend className="mb-3 text-lg font-semibold">{t('method.title')}</legend>
      <div className="flex flex-col gap-3">
        {methods.map((one) => (
          <Choice
            key={one}
            name="method"
            value={one}
            isChosen={one === method}
            onChoose={() => onChange(one)}
            label={t(`method.${one}`)}
            text={isTest && one !== 'paypal' ? t('method.needsPayPal') : t(`method.${one}Text`)}
            disabled={!isPossible(one)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function PaymentPage() {
  const [method, setMethod] = useState<Method>(methods[0]);
  return (
    <PlanPage plan="professional" method={method}>
      <MethodChoice method={method} onChange={setMethod} />
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
