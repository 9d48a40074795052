import type { Currency, PaymentProviderName } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Choice } from '@/components/ui/choice';
import { type Method, providerOf } from '../model/plan-items';

interface MethodChoiceProps {
  methods: readonly Method[];
  chosen: Method | undefined;
  onChoose: (method: Method) => void;
  currency: Currency;
  providers: readonly PaymentProviderName[];
  /** The account at PayPal; `null` with the simulator. */
  clientId: string | null | undefined;
}

/** The ways to pay. What can not work without an account at PayPal is shown with the reason. */
export function MethodChoice(props: MethodChoiceProps) {
  const { methods, chosen, onChoose, currency, providers, clientId } = props;
  const { t } = useTranslation('checkout');
  return (
    <fieldset>
      <legend className="mb-3 text-lg font-semibold">{t('method.title')}</legend>
      <div className="flex flex-col gap-3">
        {methods.map((one) => {
          const isUpi = providerOf(one, currency, providers) === 'razorpay';
          const needsAccount = one !== 'paypal' && !isUpi;
          const textOf = () => {
            if (one === 'gpay' && isUpi) return t('method.gpayUpi');
            return t(
              needsAccount && clientId === null ? 'method.needsPayPal' : `method.${one}Text`,
            );
          };
          return (
            <Choice
              key={one}
              name="method"
              value={one}
              isChosen={one === chosen}
              onChoose={() => onChoose(one)}
              label={t(`method.${one}`)}
              text={textOf()}
              disabled={needsAccount && !clientId}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
