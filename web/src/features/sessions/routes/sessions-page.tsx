import type { OwnSession } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ActionButton, ConfirmButton } from '@/components/confirm-button';
import { Page } from '@/components/layout/page';
import { Badge } from '@/components/ui/badge';
import { ListRow } from '@/components/ui/list-row';
import { Loaded } from '@/components/ui/loaded';
import { call, currentQuery, routes } from '@/lib/api';
import { useKeptFocus } from '@/lib/focus';
import { useDates } from '@/lib/dates';
import { useReloadAfter } from '@/lib/run-action';
import { useSignOut } from '@/lib/session';
import { toast } from '@/lib/toast';

const sessionsQuery = currentQuery(['own-sessions'], routes.listSessions);

/** One session: device, network, times, and its end. */
function SessionRow({ session }: { session: OwnSession }) {
  const { t } = useTranslation('sessions');
  const { formatDateTime } = useDates();
  const signOut = useSignOut();
  const reloadAfter = useReloadAfter({ queryKey: sessionsQuery.queryKey });
  const { browser, system } = session;
  const device =
    browser && system ? t('device', { browser, system }) : (browser ?? system ?? t('unknown'));
  const when = formatDateTime(session.startedAt);

  const end = async () => {
    await reloadAfter(call(routes.endSession, { params: { id: session.id } }));
    toast.success(t('ended'));
  };

  return (
    <ListRow
      title={device}
      badges={session.isCurrent && <Badge tone="green">{t('current')}</Badge>}
      actions={
        <ActionButton
          aria-label={t('endNamed', { device, when })}
          failed={t('endFailed')}
          run={session.isCurrent ? signOut : end}
        >
          {t('end')}
        </ActionButton>
      }
    >
      {session.network && <p>{t('network', { network: session.network })}</p>}
      <p>{t('since', { when })}</p>
      <p>{t('seen', { when: formatDateTime(session.lastSeenAt) })}</p>
    </ListRow>
  );
}

function Sessions() {
  const { t } = useTranslation('sessions');
  const query = useQuery(sessionsQuery);
  const kept = useKeptFocus<HTMLUListElement>(query.data?.length);
  return (
    <Loaded query={query} failed={t('failed')} height="h-48">
      {(sessions) => (
        <ul {...kept}>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}

/** Where the reader is logged in. */
export default function SessionsPage() {
  const { t } = useTranslation('sessions');
  const signOut = useSignOut();
  const endAll = async () => {
    await call(routes.endSessions);
    await signOut();
  };
  return (
    <Page needs="account" title={t('title')} intro={t('intro')} isNarrow>
      <Sessions />
      <div className="mt-6">
        <ConfirmButton
          action={t('endAll')}
          question={t('endAllQuestion')}
          consequence={t('endAllConsequence')}
          failed={t('endFailed')}
          run={endAll}
        />
      </div>
    </Page>
  );
}
