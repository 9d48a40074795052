import type { Plan } from '@ctdb/contracts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { HeaderFrame } from '@/components/layout/header-frame';
import { Badge } from '@/components/ui/badge';
import { hasDrafts } from '@/lib/draft-store';
import { useSession } from '@/lib/session';
import { rememberPass, takePlace } from '@/lib/session/last-pass';
import { toast } from '@/lib/toast';
import { endOf, WARNING_MS } from '../model/time-left';
import { usePassClock } from '../model/use-pass-clock';
import { EndingNotice } from './ending-notice';
import { PassLinks } from './pass-links';
import { TimeLeft } from './time-left';

/** Leads whoever has bought access again back to what was being typed. */
const useWayBack = (plan: Plan): void => {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    rememberPass(plan);
    // Not yet on the page of the receipt: one has to read that first.
    if (pathname !== '/app') return;
    const place = takePlace();
    if (place === null || place === pathname + search || !hasDrafts()) return;
    const run = () => void navigate(place);
    toast.info(t('state.draftKept'), { action: { label: t('action.continue'), run } });
  }, [plan, navigate, pathname, search, t]);
};

function PassBar({ plan, ms }: { plan: Plan; ms: number }) {
  const { t } = useTranslation('gate');
  return (
    <>
      <Badge tone="accent">{t(`clock.plan.${plan}`)}</Badge>
      <TimeLeft ms={ms} near={ms <= WARNING_MS} />
      <PassLinks />
    </>
  );
}

/** The header of somebody with paid access: what it is, how long it lasts, where it leads. */
export default function PassHeader() {
  const { plan = 'hourly', askedAt = 0, secondsLeft = 0 } = useSession();
  const ms = usePassClock(endOf({ askedAt, secondsLeft }));
  useWayBack(plan);
  return (
    <>
      <HeaderFrame bar={<PassBar plan={plan} ms={ms} />} />
      <EndingNotice near={ms <= WARNING_MS} plan={plan} />
    </>
  );
}
