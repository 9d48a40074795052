import type { OwnSession } from '@ctdb/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '@/components/confirm-button';
import { Page } from '@/components/layout/page';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ListRow } from '@/components/ui/list-row';
import { Loaded } from '@/components/ui/loaded';
import { call, routes } from '@/lib/api';
import { useApiMutation } from '@/lib/api/use-api-mutation';
import { useKeptFocus } from '@/lib/focus';
import { useLanguage } from '@/lib/language';
import { formatDateTime } from '@/lib/dates';
import { useRunAction } from '@/lib/run-action';
import { useSignOut } from '@/lib/session';
import { toast } from '@/lib/toast';

const queryKey = ['own-sessions'];

/** One session: device, network, times, and its end. */
function SessionRow({ session }: { session: OwnSession }) {
  const { t } = useTranslation('sessions');
  const runAction = useRunAction();
  const language = useLanguage();
  const signOut = useSignOut();
  const client = useQueryClient();
  const ending = useApiMutation(routes.endSession, () => client.invalidateQueries({ queryKey }));
  const { browser, system } = session;
  const device =
    browser && system ? t('device', { browser, system }) : (browser ?? system ?? t('unknown'));
  const when = formatDateTime(session.startedAt, language);

  const end = () =>
    runAction(t('endFailed'), async () => {
      await ending.mutateAsync({ params: { id: session.id } });
      toast.success(t('ended'));
    });

  return (
    <ListRow
      title={device}
      badges={session.isCurrent && <Badge tone="green">{t('current')}</Badge>}
      actions={
        <Button
          aria-label={t('endNamed', { device, when })}
          pending={ending.isPending}
          onClick={() => void (session.isCurrent ? signOut() : end())}
        >
          {t('end')}
        </Button>
      }
    >
      {session.network && <p>{t('network', { network: session.network })}</p>}
      <p>{t('since', { when })}</p>
      <p>{t('seen', { when: formatDateTime(session.lastSeenAt, language) })}</p>
    </ListRow>
  );
}

function Sessions() {
  const { t } = useTranslation('sessions');
  // They change without this page: load the current state.
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(routes.listSessions, { signal }),
    refetchOnMount: 'always',
  });
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

/** Ends all sessions, this one too. */
function EndAll() {
  const { t } = useTranslation('sessions');
  const signOut = useSignOut();
  const ending = useMutation({ mutationFn: () => call(routes.endSessions) });
  return (
    <div className="mt-6">
      <ConfirmButton
        pending={ending.isPending}
        action={t('endAll')}
        question={t('endAllQuestion')}
        consequence={t('endAllConsequence')}
        failed={t('endFailed')}
        run={async () => {
          await ending.mutateAsync();
          await signOut();
        }}
      />
    </div>
  );
}

/** Where the reader is logged in. */
export default function SessionsPage() {
  const { t } = useTranslation('sessions');
  return (
    <Page needs="account" title={t('title')} intro={t('intro')} isNarrow>
      <Sessions />
      <EndAll />
    </Page>
  );
}
