import { type Ability, capabilities } from '@ctdb/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { LockKeyhole, TimerOff } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { buttonStyle, LinkButton } from '@/components/ui/button';
import { EmptyState, Notice } from '@/components/ui/notice';
import { hasAnyDraft } from '@/lib/draft-store';
import { readLastPlan, saveReturnPath } from '@/lib/last-pass';
import type { useSession } from '@/lib/session';

export interface AccessNoticeProps {
  /** The ability that the screen needs; absent for reading. */
  needs?: Exclude<Ability, 'read'> | undefined;
}

type Session = ReturnType<typeof useSession>;

/** Clears cached data. Reloads the session when the tab becomes visible again. */
const useLockedScreen = ({ role, refetch }: Session): void => {
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  const locked = role === 'anonymous';
  useEffect(() => {
    if (!locked) return;
    const open: unknown[] = ['config', 'session'];
    client.removeQueries({ predicate: ({ queryKey }) => !open.includes(queryKey[0]) });
    if (readLastPlan() !== null) saveReturnPath(pathname + search);
    const ask = () => void (document.visibilityState === 'visible' && refetch());
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, [client, locked, pathname, search, refetch]);
};

/** Whether no pass or plan opens the screen. */
const isTeamScreen = (needs: AccessNoticeProps['needs']): boolean =>
  needs !== undefined && !capabilities.some((capability) => capability === needs);

/** A link to a checkout page, as a full page load. */
function BuyLink({ to, primary, label }: { to: string; primary?: boolean; label: string }) {
  return (
    <a href={to} className={buttonStyle({ variant: primary ? 'primary' : 'secondary' })}>
      {label}
    </a>
  );
}

function AccessOptions({ needs, plan }: AccessNoticeProps & { plan: string | null }) {
  const { t } = useTranslation('gate');
  const isForTeam = isTeamScreen(needs);
  const wantsPlan = needs === 'analytics' || (plan !== null && plan !== 'hourly');
  return (
    <div className="flex flex-col items-center gap-6">
      <div className="flex flex-wrap justify-center gap-3">
        {wantsPlan && <BuyLink to="/subscribe" primary label={t('plans')} />}
        {(!needs || needs === 'tools') && (
          <BuyLink to="/hourly-access" primary={!wantsPlan} label={t('hourly')} />
        )}
        <LinkButton to="/admin-login" variant={isForTeam ? 'primary' : 'secondary'}>
          {t('admin')}
        </LinkButton>
      </div>
      {!isForTeam && (
        <p className="text-ink-2">
          {t('restoreHint')}{' '}
          <LinkButton to="/access" variant="link">
            {t('restore')}
          </LinkButton>
        </p>
      )}
    </div>
  );
}

/** Shows why this reader cannot open the screen, with links to sign in or pay. */
export default function AccessDenied({ session, needs }: AccessNoticeProps & { session: Session }) {
  const { t } = useTranslation('gate');
  useLockedScreen(session);
  const only = needs && t(`${needs}Only`);
  if (session.role !== 'anonymous')
    return (
      <EmptyState
        icon={<LockKeyhole />}
        title={t('denied')}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {needs === 'analytics' && <BuyLink to="/subscribe" primary label={t('plans')} />}
            {needs === 'tools' && <BuyLink to="/payment" primary label={t('plans')} />}
            <LinkButton to="/app">{t('back')}</LinkButton>
          </div>
        }
      >
        {only ?? t('deniedText')}
      </EmptyState>
    );

  const plan = readLastPlan();
  // Where the server gives no reason, this tab may remember that its reader had access.
  const reason = session.reason === 'none' ? undefined : session.reason;
  if (isTeamScreen(needs) || (reason === undefined && plan === null))
    return (
      <EmptyState
        icon={<LockKeyhole />}
        title={t('title')}
        action={<AccessOptions needs={needs} plan={null} />}
      >
        {only ?? t('text')}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<TimerOff />}
      title={<span role="status">{t(reason === 'moved' ? 'moved' : 'ended')}</span>}
      action={<AccessOptions needs={needs} plan={plan} />}
    >
      {t(`${reason ?? 'unknown'}Text`)}
      {hasAnyDraft() && <Notice className="mt-4 text-start">{t('draftKept')}</Notice>}
    </EmptyState>
  );
}
