import type { Plan } from '@ctdb/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonStyle } from '@/components/ui/button-style';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';

const shops = { hourly: '/hourly-access', premium: '/subscribe', professional: '/payment' };

function Warning({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const { t } = useTranslation(['gate', 'common']);
  // What is shown at the end must be here by then: there may be no connection.
  useEffect(() => void import('@/components/layout/no-access'), []);
  return (
    <Notice tone="caution" className="shadow-float">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>
          <strong>{t('clock.warning')}</strong> {t('clock.kept')}
        </p>
        <div className="flex flex-wrap gap-2">
          <a href={shops[plan]} className={buttonStyle({ size: 'small' })}>
            {t(plan === 'hourly' ? 'clock.buyHour' : 'plans')}
          </a>
          <Button look="quiet" size="small" onClick={onClose}>
            {t('common:action.close')}
          </Button>
        </div>
      </div>
    </Notice>
  );
}

/** Says once, read out and in sight wherever one has scrolled to, that the end is near. */
export function EndingNotice({ near, plan }: { near: boolean; plan: Plan }) {
  const [closed, setClosed] = useState(false);
  return (
    <div role="status" className="sticky top-0 z-40 print:hidden">
      {near && !closed && (
        <div className="mx-auto max-w-7xl px-4 py-2 sm:px-6">
          <Warning plan={plan} onClose={() => setClosed(true)} />
        </div>
      )}
    </div>
  );
}
