import { personRoles, type PersonLink, type PersonRole, type TeamPerson } from '@ctdb/contracts';
import { Ellipsis } from 'lucide-react';
import { type ComponentProps, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactForm } from '@/components/contact-form';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Select } from '@/components/ui/field';
import { ListRow } from '@/components/ui/list-row';
import { Menu, type MenuEntry } from '@/components/ui/menu';
import { UserText } from '@/components/ui/prose';
import { useLanguage } from '@/lib/language';
import { formatDateTime } from '@/lib/dates';
import { useRunAction } from '@/lib/run-action';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import {
  useChangeRole,
  useCreateLink,
  useEndSessions,
  useErasePerson,
  useRemoveFactors,
  useSetContact,
  useSetDisabled,
} from '../api/people';

const tones: Record<TeamPerson['state'], ComponentProps<typeof Badge>['tone']> = {
  invited: 'amber',
  active: 'green',
  disabled: 'gray',
};

/** The question to an owner before a change. */
type Question =
  | { kind: 'role'; role: PersonRole }
  | { kind: 'endLogins' | 'removeFactors' | 'disable' | 'erase' };

interface PersonRowProps {
  person: TeamPerson;
  onLink: (name: string, link: PersonLink, email: string | undefined) => void;
}

/** The changes of a person, each with a toast about its outcome. */
const usePersonChanges = ({
  person: { id, username: name, contactEmail },
  onLink,
}: PersonRowProps) => {
  const { t } = useTranslation('people');
  const runAction = useRunAction();
  const params = { id };
  const works = {
    role: useChangeRole(),
    disabling: useSetDisabled(),
    link: useCreateLink(),
    sessions: useEndSessions(),
    factors: useRemoveFactors(),
    erasure: useErasePerson(),
  };
  const { role, disabling, link, sessions, factors, erasure } = works;
  const report = (work: Promise<unknown>, done?: string) =>
    runAction(t('changeFailed'), async () => {
      await work;
      if (done) toast.success(done);
    });
  return {
    isPending: Object.values(works).some((work) => work.isPending),
    changeRole: (to: PersonRole) =>
      report(role.mutateAsync({ params, body: { role: to } }), t('roleChanged')),
    setDisabled: (isDisabled: boolean) =>
      report(
        disabling.mutateAsync({ params, body: { isDisabled } }),
        t(isDisabled ? 'disable.done' : 'enable.done', { name }),
      ),
    removeFactors: () => report(factors.mutateAsync({ params }), t('removeFactors.done', { name })),
    erase: () => report(erasure.mutateAsync({ params }), t('erase.done', { name })),
    endLogins: () => report(sessions.mutateAsync({ params }), t('endLogins.done', { name })),
    createLink: () =>
      report(link.mutateAsync({ params }).then((created) => onLink(name, created, contactEmail))),
  };
};

/** One person: name, state, role and actions. */
export function PersonRow(props: PersonRowProps) {
  const { person } = props;
  const { username: name, role, state } = person;
  const { t } = useTranslation('people');
  const language = useLanguage();
  const contact = useSetContact();
  const [isEditing, setEditing] = useState(false);
  const isSelf = useSession().username === name;
  const change = usePersonChanges(props);
  const [question, setQuestion] = useState<Question>();
  const [isOpen, setOpen] = useState(false);
  const [chosenRole, setChosenRole] = useState<PersonRole>();
  const select = useRef<HTMLSelectElement>(null);

  const ask = (next: Question) => {
    setQuestion(next);
    setOpen(true);
  };
  const confirm = async () => {
    if (question?.kind === 'role') {
      await change.changeRole(question.role);
      setChosenRole(undefined);
    }
    if (question?.kind === 'endLogins') await change.endLogins();
    if (question?.kind === 'removeFactors') await change.removeFactors();
    if (question?.kind === 'disable') await change.setDisabled(true);
    if (question?.kind === 'erase') await change.erase();
    setOpen(false);
  };

  const toEntry = (label: string, run: () => void): MenuEntry => ({ kind: 'action', label, run });
  const toQuestion = (kind: Exclude<Question['kind'], 'role'>) =>
    toEntry(t(`${kind}.action`), () => ask({ kind }));
  const link = t(state === 'invited' ? 'link.invitation' : 'link.password');
  const entries =
    state === 'disabled'
      ? [toEntry(t('enable.action'), () => void change.setDisabled(false)), toQuestion('erase')]
      : [
          toEntry(link, () => void change.createLink()),
          toEntry(t('contact.action'), () => setEditing(true)),
          toQuestion('endLogins'),
          ...(person.hasSecondFactor ? [toQuestion('removeFactors')] : []),
          toQuestion('disable'),
        ];

  return (
    <ListRow
      title={<UserText>{name}</UserText>}
      badges={
        <>
          {isSelf && <span className="text-ink-3">({t('you')})</span>}
          <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
        </>
      }
      actions={
        <>
          <Select
            aria-label={t('roleOf', { name })}
            ref={select}
            value={chosenRole ?? role}
            disabled={change.isPending}
            onChange={setChosenRole}
            options={personRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
            className="w-44"
          />
          {chosenRole && chosenRole !== role && (
            <Button onClick={() => ask({ kind: 'role', role: chosenRole })}>
              {t('roleConfirm')}
            </Button>
          )}
          <Menu
            trigger={
              <Button variant="quiet" size="icon" aria-label={t('actions', { name })}>
                <Ellipsis aria-hidden />
              </Button>
            }
            entries={entries}
          />
        </>
      }
      below={
        <>
          {isEditing && (
            <ContactForm
              name={person.id}
              title={t('contact.of', { name })}
              contact={person}
              save={(body) => contact.mutateAsync({ params: { id: person.id }, body })}
              onClose={() => setEditing(false)}
            />
          )}
          <ConfirmDialog
            open={isOpen}
            onOpenChange={setOpen}
            {...toTexts(question, person, t)}
            variant={question?.kind === 'role' ? 'primary' : 'danger'}
            onConfirm={() => void confirm()}
            pending={change.isPending}
            // After a change its button is not there any more.
            finalFocus={question?.kind === 'role' ? select : undefined}
          />
        </>
      }
    >
      {person.contactEmail && <p>{person.contactEmail}</p>}
      <p>
        {person.lastLoginAt
          ? t('lastLogin', { when: formatDateTime(person.lastLoginAt, language) })
          : t('neverLoggedIn')}
      </p>
      {person.linkExpiresAt ? (
        <p>{t('linkUntil', { when: formatDateTime(person.linkExpiresAt, language) })}</p>
      ) : (
        state === 'invited' && <p>{t('noLink')}</p>
      )}
    </ListRow>
  );
}

const toTexts = (
  question: Question | undefined,
  { username: name, state }: TeamPerson,
  t: ReturnType<typeof useTranslation<'people'>>['t'],
) => {
  if (question?.kind === 'role')
    return {
      question: t('roleQuestion', { name, role: t(`role.${question.role}`) }),
      consequence: t(state === 'invited' ? 'roleConsequenceInvited' : 'roleConsequence'),
      confirm: t('roleConfirm'),
    };
  const { kind = 'endLogins' } = question ?? {};
  return {
    question: t(`${kind}.question`, { name }),
    consequence: kind !== 'endLogins' && t(`${kind}.consequence`),
    confirm: t(`${kind}.action`),
  };
};
