import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { useLanguage } from '@/i18n/use-language';
import { formatMoney } from '@/lib/money';
import { daysOf, itemOf, periods, priceOf, type Period, type PlanName } from '../model/plan-items';
import { Choice } from './choice';

interface PlanPickerProps {
  plan: PlanName;
  period: Period;
  onChange: (period: Period) => void;
}

/** A month or a year of a plan, each with its price. */
export function PlanPicker({ plan, period, onChange }: PlanPickerProps) {
  const { t } = useTranslation('checkout');
  const language = useLanguage();
  return (
    <fieldset>
      <legend className="mb-3 text-lg font-semibold">{t('plans.pick')}</legend>
      <div className="flex flex-col gap-3">
        {periods.map((one) => {
          const item = itemOf(plan, one);
          const { amount, currency } = priceOf(item);
          const price = formatMoney(amount, currency, language);
          return (
            <Choice
              key={one}
              name="period"
              value={one}
              isChosen={one === period}
              onChoose={() => onChange(one)}
              label={`${t(`plans.${one}`)} · ${price}`}
              text={t('plans.once', { price, days: t('plans.days', { count: daysOf(item) }) })}
              aside={one === 'yearly' && <Badge tone="accent">{t(`plans.${plan}.saving`)}</Badge>}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
