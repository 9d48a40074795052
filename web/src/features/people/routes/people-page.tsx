import type { PersonLink } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '@/components/layout/page';
import { Card } from '@/components/ui/card';
import { PagedList } from '@/components/ui/paged-list';
import { useKeptFocus } from '@/lib/focus';
import { usePeople } from '../api/people';
import { InviteForm } from '../components/invite-form';
import { LinkDialog } from '../components/link-dialog';
import { PersonRow } from '../components/person-row';

type ShowLink = (name: string, link: PersonLink, email: string | undefined) => void;

function PeopleList({ onLink }: { onLink: ShowLink }) {
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

function People() {
  const { t } = useTranslation('people');
  const [shown, setShown] = useState<{
    name: string;
    link: PersonLink;
    email: string | undefined;
  }>();
  const showLink: ShowLink = (name, link, email) => setShown({ name, link, email });
  // On a narrow screen the list stands above the form: it must not move it.
  const { isPending } = usePeople(1);
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[3fr_2fr]">
      <PeopleList onLink={showLink} />
      {!isPending && (
        <Card>
          <h2 id="invite" className="mb-4 text-lg">
            {t('invite.title')}
          </h2>
          <InviteForm onInvited={showLink} />
        </Card>
      )}
      <LinkDialog
        name={shown?.name ?? ''}
        email={shown?.email}
        link={shown?.link}
        onClose={() => setShown(undefined)}
      />
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
