import { defaultHourlyPrice, toDecimal } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { useHourlyPrices } from '../api/prices';
import { PriceForm } from './price-form';

const usual = {
  usd_hourly: toDecimal(defaultHourlyPrice.USD),
  inr_hourly: String(defaultHourlyPrice.INR / 100),
};

/** The form, as soon as it is known what there is to change. */
export function PriceSection() {
  const { t } = useTranslation('billing');
  const prices = useHourlyPrices();
  return (
    <Card>
      <h2 id="change-prices" className="mb-4 text-lg">
        {t('pricing.change')}
      </h2>
      {prices.isPending ? (
        <Skeleton className="h-64" />
      ) : (
        <PriceForm prices={prices.data ?? usual} />
      )}
    </Card>
  );
}
