import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { checkoutQuery } from '../api/checkout';
import { methods, type Method } from '../model/method';
import { Choice } from './choice';

interface MethodChoiceProps {
  method: Method;
  onChange: (method: Method) => void;
}

/** The ways to pay. What can not work here is shown all the same, with the reason. */
export function MethodChoice({ method, onChange }: MethodChoiceProps) {
  const { t } = useTranslation('checkout');
  const { data } = useQuery(checkoutQuery);
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
            text={data && !isPossible(one) ? t('method.needsPayPal') : t(`method.${one}Text`)}
            disabled={!isPossible(one)}
          />
        ))}
      </div>
    </fieldset>
  );
}
