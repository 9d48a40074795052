import { fallbackHourlyPrice } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Page } from '@/components/layout/page';
import { Card } from '@/components/ui/card';
import { useHourlyPrice } from '@/lib/pricing';
import { CancelledNotice } from './cancelled-notice';
import { GlossaryTable } from './glossary-table';
import { HourlyPrice } from './hourly-price';
import { Outcome } from './outcome';
import { PageLinks } from './page-links';
import { PaySection } from './pay-section';
import { WhatHour } from './what-hour';
import { useReturn } from '../model/use-return';

export function HourlyAccessPage() {
  const { t } = useTranslation('checkout');
  const price = useHourlyPrice(fallbackHourlyPrice);
  const { order, isCancelled, approved, cancelled, startOver } = useReturn();
  return (
    <Page title={t('hourly.title')} intro={t('hourly.intro')}>
      <div className="grid items-start gap-12 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
        <Card className="flex flex-col gap-6">
          {order ? (
            <Outcome order={order} onStartOver={startOver} />
          ) : (
            <>
              {isCancelled && <CancelledNotice />}
              <HourlyPrice price={price} />
              <PaySection
                item="hourly"
                shown={price}
                isPriceKnown={price.isLoaded}
                onApproved={approved}
                onCancelled={cancelled}
              />
            </>
          )}
        </Card>
        <WhatHour />
      </div>
      <div className="mt-12">
        <GlossaryTable />
      </div>
      <PageLinks />
    </Page>
  );
}
