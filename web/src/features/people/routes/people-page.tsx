import type { PersonLink } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '@/components/confirm-button';
import { Page } from '@/components/layout/page';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Dialog } from '@/components/ui/dialog';
import { Field, Input } from '@/components/ui/field';
import { PagedList } from '@/components/ui/paged-list';
import { call, routes } from '@/lib/api';
import { copyText } from '@/lib/copy-text';
import { useDates } from '@/lib/dates';
import { useKeptFocus } from '@/lib/focus';
import { toast } from '@/lib/toast';
import { type NewLink, usePeople, useReloadPeople } from '../api/people';
import { InviteForm } from '../components/invite-form';
import { PersonRow } from '../components/person-row';

function PeopleList({ onLink }: { onLink: (made: NewLink) => void }) {
  const { t } = useTranslation('people');
  const [page, setPage] = useState(1);
  const query = usePeople(page);
  const kept = useKeptFocus<HTMLDivElement>(query.data?.total);
  return (
    <div {...kept} className="min-w-0">
      <PagedList
        query={query}
        page={page}
        onPage={setPage}
        failed={t('failed')}
        empty={null}
        height="h-64"
        row={(person) => <PersonRow key={person.id} person={person} onLink={onLink} />}
      />
    </div>
  );
}

/** Shows a new link to copy. The token is in the fragment, which browsers send to no server. */
function LinkDialog(props: Partial<NewLink> & { onClose: () => void }) {
  const { name = '', email, link, onClose } = props;
  const { t } = useTranslation('people');
  const { formatDateTime } = useDates();
  const reloadAfter = useReloadPeople();
  const url = link ? `${location.origin}/invite#${link.token}` : '';
  const when = link ? formatDateTime(link.expiresAt) : '';
  const copy = () => copyText(url, t('link.copied'), t('link.copyFailed'));
  const send = async ({ id, token }: PersonLink) => {
    await reloadAfter(call(routes.sendPersonLink, { params: { id }, body: { token } }));
    toast.success(t('link.sent'));
  };

  return (
    <Dialog
      open={link !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('link.title', { name })}
      description={t('link.text', { name, when })}
    >
      <Field label={t('link.label')}>
        <Input readOnly lang="en" value={url} onFocus={(event) => event.target.select()} />
      </Field>
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        {link && email && (
          <ActionButton failed={t('link.sendFailed')} run={() => send(link)}>
            {t('link.send')}
          </ActionButton>
        )}
        <Button variant="primary" onClick={() => void copy()}>
          {t('link.copy')}
        </Button>
      </div>
    </Dialog>
  );
}

function People() {
  const { t } = useTranslation('people');
  const [shown, setShown] = useState<NewLink>();
  // On a narrow screen the list stands above the form: it must not move it.
  const { isPending } = usePeople(1);
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[3fr_2fr]">
      <PeopleList onLink={setShown} />
      {!isPending && (
        <Card>
          <h2 id="invite" className="mb-4 text-lg">
            {t('invite.title')}
          </h2>
          <InviteForm onInvited={setShown} />
        </Card>
      )}
      <LinkDialog {...shown} onClose={() => setShown(undefined)} />
    </div>
  );
}

/** The persons of the team, and invitations; for owners. */
export default function PeoplePage() {
  const { t } = useTranslation('people');
  return (
    <Page needs="people" title={t('title')} intro={t('intro')}>
      <People />
    </Page>
  );
}
