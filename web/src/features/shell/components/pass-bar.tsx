import type { Plan } from '@ctdb/contracts';
import { Clock, MenuIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { HeaderLayout } from '@/components/layout/header-layout';
import { Badge } from '@/components/ui/badge';
import { Button, buttonStyle, LinkButton } from '@/components/ui/button';
import { Menu } from '@/components/ui/menu';
import { Notice } from '@/components/ui/notice';
import { useRemainingText } from '@/i18n/enum-labels';
import { cn } from '@/lib/cn';
import { hasAnyDraft } from '@/lib/draft-store';
import { saveLastPlan, takeReturnPath } from '@/lib/last-pass';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { computeEnd, usePassCountdown, WARNING_MS } from '../model/use-pass-countdown';

/** The countdown. Screen readers announce only the warning before the end. */
function TimeLeft({ ms, isExpiring }: { ms: number; isExpiring: boolean }) {
  const { t } = useTranslation('gate');
  const remainingText = useRemainingText();
  return (
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
  );
}

/** Links to the screens that this plan includes; on a small screen in a menu. */
function PassLinks() {
  const { t } = useTranslation(['gate', 'common']);
  const session = useSession();
  const links = [
    { to: '/app', label: t('clock.registry') },
    ...(session.can('tools') ? [{ to: '/patients', label: t('common:header.patients') }] : []),
    ...(session.can('analytics')
      ? [
          { to: '/trends', label: t('common:header.trends') },
          { to: '/analytics', label: t('common:header.analytics') },
        ]
      : []),
    { to: '/access', label: t('clock.mine') },
  ];
  return (
    <div className="ms-auto">
      <nav aria-label={t('common:header.pages')} className="hidden items-center gap-1 lg:flex">
        {links.map(({ to, label }) => (
          <LinkButton key={to} to={to} variant="quiet">
            {label}
          </LinkButton>
        ))}
      </nav>
      <div className="lg:hidden">
        <Menu
          trigger={
            <Button variant="quiet" size="icon" aria-label={t('common:nav.menu')}>
              <MenuIcon aria-hidden />
            </Button>
          }
          entries={links.map(({ to, label }) => ({ kind: 'link', label, link: <Link to={to} /> }))}
        />
      </div>
    </div>
  );
}

const shops = { hourly: '/hourly-access', premium: '/subscribe', professional: '/payment' };

function Warning({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const { t } = useTranslation(['gate', 'common']);
  // Load the final screen early, because the connection may be lost when the access ends.
  useEffect(() => void import('@/components/layout/access-denied'), []);
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
          <Button variant="quiet" size="small" onClick={onClose}>
            {t('common:action.close')}
          </Button>
        </div>
      </div>
    </Notice>
  );
}

/** Warns once that the access ends soon, announced and visible at any scroll position. */
function EndingNotice({ isExpiring, plan }: { isExpiring: boolean; plan: Plan }) {
  const [closed, setClosed] = useState(false);
  return (
    <div role="status" className="sticky top-0 z-40 print:hidden">
      {isExpiring && !closed && (
        <div className="mx-auto max-w-7xl px-4 py-2 sm:px-6">
          <Warning plan={plan} onClose={() => setClosed(true)} />
        </div>
      )}
    </div>
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

function PassBar({ plan, ms }: { plan: Plan; ms: number }) {
  const { t } = useTranslation('gate');
  return (
    <>
      <Badge tone="accent">{t(`clock.plan.${plan}`)}</Badge>
      <TimeLeft ms={ms} isExpiring={ms <= WARNING_MS} />
      <PassLinks />
    </>
  );
}

/** The header of a reader with paid access: plan, remaining time and links. */
export default function PassHeader() {
  const { plan = 'hourly', askedAt = 0, secondsLeft = 0 } = useSession();
  const ms = usePassCountdown(computeEnd({ askedAt, secondsLeft }));
  useReturnToDraft(plan);
  return (
    <>
      <HeaderLayout bar={<PassBar plan={plan} ms={ms} />} />
      <EndingNotice isExpiring={ms <= WARNING_MS} plan={plan} />
    </>
  );
}
