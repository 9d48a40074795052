import { personRoles, type PersonRole, type TeamPerson } from '@ctdb/contracts';
import { useMutation } from '@tanstack/react-query';
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
import { call, routes } from '@/lib/api';
import { useDates } from '@/lib/dates';
import { useRunAction } from '@/lib/run-action';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { type NewLink, useReloadPeople } from '../api/people';

const tones: Record<TeamPerson['state'], ComponentProps<typeof Badge>['tone']> = {
  invited: 'amber',
  active: 'green',
  disabled: 'gray',
};

/** The question to an owner before a change. */
interface Question {
  question: string;
  consequence?: string | undefined;
  confirm: string;
  run: () => Promise<void>;
  variant?: 'primary';
}

interface PersonRowProps {
  person: TeamPerson;
  onLink: (made: NewLink) => void;
}

/** One person: name, state, role and actions, each with a toast about its outcome. */
export function PersonRow({ person, onLink }: PersonRowProps) {
  const { id, username: name, role, state } = person;
  const { t } = useTranslation('people');
  const { formatDateTime } = useDates();
  const runAction = useRunAction();
  const reloadAfter = useReloadPeople();
  const [isEditing, setEditing] = useState(false);
  const isSelf = useSession().username === name;
  const [question, setQuestion] = useState<Question>();
  const [isOpen, setOpen] = useState(false);
  const [chosenRole, setChosenRole] = useState<PersonRole>();
  const select = useRef<HTMLSelectElement>(null);
  const menu = useRef<HTMLButtonElement>(null);
  const params = { id };

  const ask = (next: Question) => {
    setQuestion(next);
    setOpen(true);
  };
  const { mutateAsync: report, isPending } = useMutation({
    mutationFn: ({ work, done }: { work: () => Promise<unknown>; done?: string }) =>
      runAction(t('changeFailed'), async () => {
        await reloadAfter(work());
        if (done) toast.success(done);
      }),
  });
  const setDisabled = (isDisabled: boolean) =>
    call(routes.setPersonDisabled, { params, body: { isDisabled } });
  const createLink = async () => {
    const link = await call(routes.createPersonLink, { params });
    onLink({ name, link, email: person.contactEmail });
  };
  const askAboutRole = (to: PersonRole) =>
    ask({
      question: t('roleQuestion', { name, role: t(`role.${to}`) }),
      consequence: t(state === 'invited' ? 'roleConsequenceInvited' : 'roleConsequence'),
      confirm: t('roleConfirm'),
      variant: 'primary',
      run: async () => {
        const work = () => call(routes.changePersonRole, { params, body: { role: to } });
        await report({ work, done: t('roleChanged') });
        setChosenRole(undefined);
      },
    });

  const action = (label: string, run: () => void): MenuEntry => ({ kind: 'action', label, run });
  /** An action after a question. */
  const change = (
    kind: 'endLogins' | 'removeFactors' | 'disable' | 'erase',
    work: () => Promise<unknown>,
  ) =>
    action(t(`${kind}.action`), () =>
      ask({
        question: t(`${kind}.question`, { name }),
        consequence: kind === 'endLogins' ? undefined : t(`${kind}.consequence`),
        confirm: t(`${kind}.action`),
        run: () => report({ work, done: t(`${kind}.done`, { name }) }),
      }),
    );
  const enable = () =>
    void report({ work: () => setDisabled(false), done: t('enable.done', { name }) });
  const link = t(state === 'invited' ? 'link.invitation' : 'link.password');
  const removeFactors = change('removeFactors', () => call(routes.removePersonFactors, { params }));
  const entries: MenuEntry[] =
    state === 'disabled'
      ? [
          action(t('enable.action'), enable),
          change('erase', () => call(routes.erasePerson, { params })),
        ]
      : [
          action(link, () => void report({ work: createLink })),
          action(t('contact.action'), () => setEditing(true)),
          change('endLogins', () => call(routes.endPersonSessions, { params })),
          ...(person.hasSecondFactor ? [removeFactors] : []),
          change('disable', () => setDisabled(true)),
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
            disabled={isPending}
            onChange={setChosenRole}
            options={personRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
            className="w-44"
          />
          {chosenRole && chosenRole !== role && (
            <Button onClick={() => askAboutRole(chosenRole)}>{t('roleConfirm')}</Button>
          )}
          <Menu
            trigger={
              <Button ref={menu} variant="quiet" size="icon" aria-label={t('actions', { name })}>
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
              save={(body) => reloadAfter(call(routes.setPersonContact, { params, body }))}
              onClose={() => {
                setEditing(false);
                menu.current?.focus();
              }}
            />
          )}
          <ConfirmDialog
            question=""
            confirm=""
            {...question}
            open={isOpen}
            onOpenChange={setOpen}
            onConfirm={() => void question?.run().then(() => setOpen(false))}
            pending={isPending}
            // After a change its button is not there any more.
            finalFocus={question?.variant ? select : menu}
          />
        </>
      }
    >
      {person.contactEmail && <p>{person.contactEmail}</p>}
      <p>
        {person.lastLoginAt
          ? t('lastLogin', { when: formatDateTime(person.lastLoginAt) })
          : t('neverLoggedIn')}
      </p>
      {person.linkExpiresAt ? (
        <p>{t('linkUntil', { when: formatDateTime(person.linkExpiresAt) })}</p>
      ) : (
        state === 'invited' && <p>{t('noLink')}</p>
      )}
    </ListRow>
  );
}
