import type { Plan } from '@ctdb/contracts';
import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { Badge } from '@/components/ui/badge';
import { Button, buttonStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { useRemainingText } from '@/i18n/enum-labels';
import { cn } from '@/lib/cn';
import { hasAnyDraft } from '@/lib/draft-store';
import { saveLastPlan, takeReturnPath } from '@/lib/last-pass';
import { planPages } from '@/lib/pricing';
import { useReader, useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { computeEnd, usePassCountdown, WARNING_MS } from '../model/use-pass-countdown';

/** Warns once that the access ends soon: announced, visible at any scroll position, and above the page. */
function EndingNotice({ isExpiring, plan }: { isExpiring: boolean; plan: Plan }) {
  const { t } = useTranslation(['gate', 'common']);
  const [closed, setClosed] = useState(false);
  const isShown = isExpiring && !closed;
  useEffect(() => {
    // Load the final screen early, because the connection may be lost when the access ends.
    if (isShown) void import('@/components/layout/access-denied');
  }, [isShown]);
  return createPortal(
    <div
      role="status"
      className="fixed inset-x-0 top-0 z-40 mx-auto max-w-3xl px-4 pt-2 print:hidden"
    >
      {isShown && (
        <Notice tone="caution" className="shadow-float">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <p>
              <strong>{t('clock.warning')}</strong> {t('clock.kept')}
            </p>
            <div className="flex flex-wrap gap-2">
              <a href={planPages[plan]} className={buttonStyle({ size: 'small' })}>
                {t(plan === 'hourly' ? 'clock.buyHour' : 'plans')}
              </a>
              <Button variant="quiet" size="small" onClick={() => setClosed(true)}>
                {t('common:action.close')}
              </Button>
            </div>
          </div>
        </Notice>
      )}
    </div>,
    document.body,
  );
}

/** After another purchase, offers a link back to the page with the unsaved draft. */
const useReturnToDraft = (plan: Plan): void => {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    saveLastPlan(plan);
    // Not on the receipt page, because the buyer has to read the receipt first.
    if (pathname !== '/app') return;
    const place = takeReturnPath();
    if (place === null || place === pathname + search || !hasAnyDraft()) return;
    const run = () => void navigate(place);
    toast.info(t('state.draftKept'), { action: { label: t('action.continue'), run } });
  }, [plan, navigate, pathname, search, t]);
};

/** The countdown. Screen readers announce only the warning before the end. */
function RunningAccess({ plan }: { plan: Plan }) {
  const { t } = useTranslation('gate');
  const remainingText = useRemainingText();
  const { askedAt = 0, secondsLeft = 0 } = useSession();
  const ms = usePassCountdown(computeEnd({ askedAt, secondsLeft }));
  const isExpiring = ms <= WARNING_MS;
  useReturnToDraft(plan);
  return (
    <>
      <span
        role="timer"
        className={cn(
          'inline-flex items-center gap-1.5 rounded-sm px-2 py-0.5 font-semibold whitespace-nowrap tabular-nums',
          isExpiring ? 'bg-caution-soft text-caution' : 'text-ink-2',
        )}
      >
        <Clock aria-hidden className="size-[1.125em] shrink-0" />
        <span className="sr-only">{t('clock.left')}: </span>
        <span>{remainingText(ms / 1_000)}</span>
      </span>
      <EndingNotice isExpiring={isExpiring} plan={plan} />
    </>
  );
}

/** Plan and remaining time of a reader with paid access. */
export default function PassBar() {
  const { t } = useTranslation('gate');
  const { role } = useSession();
  const { plan = 'hourly' } = useReader();
  return (
    <>
      <Badge tone="accent">{t(`clock.plan.${plan}`)}</Badge>
      {/* It has its place before the session is loaded. */}
      <div className="min-w-24">{role === 'pass' && <RunningAccess plan={plan} />}</div>
    </>
  );
}
