import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/progress';
import { useLanguage } from '@/i18n/language';
import { formatDateTime } from '@/lib/dates';
import { formatRemaining } from '@/lib/remaining';
import { useSession } from '@/lib/session';

/**
 * Counts down from the server's value by the page's monotonic clock, because the device's clock can
 * be wrong or change.
 */
const useSecondsLeft = (askedAt: number, secondsLeft: number): number => {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const passed = Math.max(0, now - askedAt) / 1_000;
  return Math.max(0, Math.ceil(secondsLeft - passed));
};

interface CountdownProps {
  askedAt: number;
  secondsLeft: number;
  expiresAt: string;
}

function Countdown({ askedAt, secondsLeft, expiresAt }: CountdownProps) {
  const { t } = useTranslation('access');
  const language = useLanguage();
  const { days, clock } = formatRemaining(useSecondsLeft(askedAt, secondsLeft));
  return (
    <>
      <p className="text-ink-2">{t('now.left')}</p>
      <p role="timer" className="text-3xl font-semibold tabular-nums">
        {days > 0 && `${t('now.days', { count: days })} `}
        {clock}
      </p>
      <p className="text-ink-2">{t('now.until', { when: formatDateTime(expiresAt, language) })}</p>
    </>
  );
}

/** The reader's current access and its remaining time. */
export function CurrentAccess() {
  const { t } = useTranslation('access');
  const {
    role,
    isPerson,
    reason,
    isPending,
    askedAt = 0,
    secondsLeft = 0,
    expiresAt,
  } = useSession();
  return (
    <section aria-labelledby="now">
      <h2 id="now" className="sr-only">
        {t('now.title')}
      </h2>
      {isPending && <Skeleton className="h-24" />}
      {role === 'anonymous' && (
        <p className="text-lg">{t(reason === 'moved' ? 'now.moved' : 'now.none')}</p>
      )}
      {isPerson && <p className="text-lg">{t('now.person')}</p>}
      {role === 'pass' && expiresAt && <Countdown {...{ askedAt, secondsLeft, expiresAt }} />}
      {(role === 'pass' || isPerson) && (
        <LinkButton to="/app" variant="primary" className="mt-4">
          {t('now.open')}
        </LinkButton>
      )}
    </section>
  );
}
