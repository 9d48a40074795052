import { personRoles, type PersonLink, type PersonRole, type TeamPerson } from '@ctdb/contracts';
import { Ellipsis } from 'lucide-react';
import { type ComponentProps, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactForm } from '@/components/contact-form';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Select } from '@/components/ui/field';
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
  const [role, disabling, link, sessions, factors, erasure] = [
    useChangeRole(),
    useSetDisabled(),
    useCreateLink(),
    useEndSessions(),
    useRemoveFactors(),
    useErasePerson(),
  ];
  const report = (work: Promise<unknown>, done?: string) =>
    runAction(t('changeFailed'), async () => {
      await work;
      if (done) toast.success(done);
    });
  return {
    isPending: [role, disabling, link, sessions, factors, erasure].some(
      (mutation) => mutation.isPending,
    ),
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

  const entries: MenuEntry[] =
    state === 'disabled'
      ? [
          { kind: 'action', label: t('enable.action'), run: () => void change.setDisabled(false) },
          { kind: 'action', label: t('erase.action'), run: () => ask({ kind: 'erase' }) },
        ]
      : [
          {
            kind: 'action',
            label: t(state === 'invited' ? 'link.invitation' : 'link.password'),
            run: () => void change.createLink(),
          },
          { kind: 'action', label: t('contact.action'), run: () => setEditing(true) },
          {
            kind: 'action',
            label: t('endLogins.action'),
            run: () => ask({ kind: 'endLogins' }),
          },
          ...(person.hasSecondFactor
            ? [
                {
                  kind: 'action' as const,
                  label: t('removeFactors.action'),
                  run: () => ask({ kind: 'removeFactors' }),
                },
              ]
            : []),
          { kind: 'action', label: t('disable.action'), run: () => ask({ kind: 'disable' }) },
        ];

  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line py-4 last:border-b-0">
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <UserText>{name}</UserText>
          {isSelf && <span className="font-normal text-ink-3">({t('you')})</span>}
          <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
        </p>
        {person.contactEmail && (
          <p className="text-sm wrap-anywhere text-ink-2">{person.contactEmail}</p>
        )}
        <p className="text-sm text-ink-2">
          {person.lastLoginAt
            ? t('lastLogin', { when: formatDateTime(person.lastLoginAt, language) })
            : t('neverLoggedIn')}
        </p>
        {person.linkExpiresAt ? (
          <p className="text-sm text-ink-2">
            {t('linkUntil', { when: formatDateTime(person.linkExpiresAt, language) })}
          </p>
        ) : (
          state === 'invited' && <p className="text-sm text-ink-2">{t('noLink')}</p>
        )}
      </div>
      <div className="flex items-center gap-2">
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
      </div>
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
    </li>
  );
}

const toTexts = (
  question: Question | undefined,
  { username: name, state }: TeamPerson,
  t: ReturnType<typeof useTranslation<'people'>>['t'],
) => {
  switch (question?.kind) {
    case 'role':
      return {
        question: t('roleQuestion', { name, role: t(`role.${question.role}`) }),
        consequence: t(state === 'invited' ? 'roleConsequenceInvited' : 'roleConsequence'),
        confirm: t('roleConfirm'),
      };
    case 'disable':
      return {
        question: t('disable.question', { name }),
        consequence: t('disable.consequence'),
        confirm: t('disable.action'),
      };
    case 'erase':
      return {
        question: t('erase.question', { name }),
        consequence: t('erase.consequence'),
        confirm: t('erase.action'),
      };
    case 'removeFactors':
      return {
        question: t('removeFactors.question', { name }),
        consequence: t('removeFactors.consequence'),
        confirm: t('removeFactors.action'),
      };
    case 'endLogins':
    case undefined:
      return { question: t('endLogins.question', { name }), confirm: t('endLogins.action') };
  }
};
