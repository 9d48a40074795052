import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '@/components/confirm-button';
import { LinkButton } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/progress';
import { Section } from '@/components/ui/section';
import { useRemainingText } from '@/i18n/enum-labels';
import { call, routes } from '@/lib/api';
import { useDates } from '@/lib/dates';
import { clearDrafts, hasAnyDraft } from '@/lib/draft-store';
import { forgetLastPlan } from '@/lib/last-pass';
import { announcePracticeChange } from '@/lib/practice-change';
import { useSession } from '@/lib/session';

interface CountdownProps {
  askedAt: number;
  secondsLeft: number;
  expiresAt: string;
}

/**
 * Counts down from the server's value by the page's monotonic clock, because the device's clock can
 * be wrong or change.
 */
function Countdown({ askedAt, secondsLeft, expiresAt }: CountdownProps) {
  const { t } = useTranslation('access');
  const { formatDateTime } = useDates();
  const remainingText = useRemainingText();
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const passed = Math.max(0, now - askedAt) / 1_000;
  const left = Math.max(0, Math.ceil(secondsLeft - passed));
  return (
    <>
      <p className="text-ink-2">{t('now.left')}</p>
      <p role="timer" className="text-3xl font-semibold tabular-nums">
        {remainingText(left)}
      </p>
      <p className="text-ink-2">{t('now.until', { when: formatDateTime(expiresAt) })}</p>
    </>
  );
}

/** Closes the practice in this browser; its access may have ended. */
const signOut = async () => {
  await call(routes.signOutOfAccess);
  clearDrafts();
  forgetLastPlan();
  announcePracticeChange();
  // The whole page is loaded again: nothing of the reader stays in its memory.
  location.assign('/access');
};

/** The reader's current access and its remaining time. */
export function CurrentAccess({ hasPurchases }: { hasPurchases: boolean }) {
  const { t } = useTranslation(['access', 'common']);
  const {
    role,
    isPerson,
    reason,
    isPending,
    askedAt = 0,
    secondsLeft = 0,
    expiresAt,
  } = useSession();
  const isRunning = role === 'pass';
  return (
    <Section id="now" title={t('now.title')} headingClass="sr-only">
      {isPending && <Skeleton className="h-24" />}
      {role === 'anonymous' && (
        <p className="text-lg">{t(reason === 'moved' ? 'now.moved' : 'now.none')}</p>
      )}
      {isPerson && <p className="text-lg">{t('now.person')}</p>}
      {isRunning && expiresAt && <Countdown {...{ askedAt, secondsLeft, expiresAt }} />}
      {hasPurchases && !isRunning && <p className="mt-2 text-ink-2">{t('leave.open')}</p>}
      <div className="flex flex-wrap gap-3">
        {(isRunning || isPerson) && (
          <LinkButton to="/app" variant="primary" className="mt-4">
            {t('now.open')}
          </LinkButton>
        )}
        {(isRunning || hasPurchases) && (
          <ConfirmButton
            className="mt-4"
            action={t('leave.action')}
            question={t('leave.question')}
            consequence={
              <>
                <span>{t(isRunning ? 'leave.consequence' : 'leave.consequenceEnded')}</span>
                {hasAnyDraft() && (
                  <span className="mt-2 block">{t('common:state.draftsLost')}</span>
                )}
              </>
            }
            failed={t('leave.failed')}
            run={signOut}
          />
        )}
      </div>
    </Section>
  );
}
