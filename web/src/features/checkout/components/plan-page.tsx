import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '@/components/layout/page';
import { Card } from '@/components/ui/card';
import type { Method } from '../model/method';
import { itemOf, periods, priceOf, type Period, type PlanName } from '../model/plan-items';
import { useReturn } from '../model/use-return';
import { CancelledNotice } from './cancelled-notice';
import { Claims } from './claims';
import { Outcome } from './outcome';
import { PageLinks } from './page-links';
import { PaySection } from './pay-section';
import { PlanContents } from './plan-contents';
import { PlanPicker } from './plan-picker';

interface PlanPageProps {
  plan: PlanName;
  method?: Method;
  /** What is asked between the plan and the payment. */
  children?: ReactNode;
}

/** A page that sells one plan, by the month or by the year. */
export function PlanPage({ plan, method = 'paypal', children }: PlanPageProps) {
  const { t } = useTranslation('checkout');
  const [period, setPeriod] = useState<Period>(periods[0]);
  const { order, isCancelled, approved, cancelled, startOver } = useReturn();
  const item = itemOf(plan, period);
  return (
    <Page title={t(`plans.${plan}.title`)} intro={t(`plans.${plan}.intro`)}>
      <div className="grid items-start gap-12 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
        <Card className="flex flex-col gap-6">
          {order ? (
            <Outcome order={order} onStartOver={startOver} />
          ) : (
            <>
              {isCancelled && <CancelledNotice />}
              <PlanPicker plan={plan} period={period} onChange={setPeriod} />
              {children}
              <PaySection
                item={item}
                shown={priceOf(item)}
                isPriceKnown
                method={method}
                onApproved={approved}
                onCancelled={cancelled}
              />
            </>
          )}
        </Card>
        <div className="flex flex-col gap-12">
          <PlanContents plan={plan} />
          <Claims />
        </div>
      </div>
      <PageLinks />
    </Page>
  );
}
