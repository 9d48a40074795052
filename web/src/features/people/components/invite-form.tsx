import {
  type PartInput,
  personRoles,
  type PersonRole,
  type routes as contracts,
} from '@ctdb/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactFields } from '@/components/contact-form';
import { Button } from '@/components/ui/button';
import { Field, Input, Select } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { useErrorMessages } from '@/lib/error-messages';
import { useLanguage } from '@/lib/language';
import { call, findParams, isCode, routes } from '@/lib/api';
import { useTypedDraft } from '@/lib/drafts';
import { toast } from '@/lib/toast';
import { type NewLink, useReloadPeople } from '../api/people';

const blank = { username: '', email: '', role: 'practitioner' as PersonRole };

const isFaultOfEmail = (error: unknown): boolean =>
  findParams(error, 'VALIDATION_FAILED')?.faults.some(({ path }) => path === 'contactEmail') ??
  false;

/** Invites a person by username and role, in the owner's language unless another one is chosen. */
export function InviteForm({ onInvited }: { onInvited: (made: NewLink) => void }) {
  const { t } = useTranslation(['people', 'common', 'errors', 'faults']);
  const { errorText } = useErrorMessages();
  const [emailError, setEmailError] = useState<string>();
  const ownLanguage = useLanguage();
  const draft = useTypedDraft('invite', { ...blank, locale: ownLanguage });
  const { username, email, locale, role } = draft.values;
  const [error, setError] = useState<string>();
  const reloadAfter = useReloadPeople();
  const invitation = useMutation({
    mutationFn: (body: PartInput<typeof contracts.invitePerson, 'body'>) =>
      reloadAfter(call(routes.invitePerson, { body })),
    // Other values may have been typed since.
    onSuccess: (link, invited) => {
      draft.clear();
      onInvited({ name: invited.username, link, email: invited.contactEmail });
    },
    onError: (failure) => {
      if (isCode(failure, 'USERNAME_TAKEN')) setError(t('errors:USERNAME_TAKEN'));
      else if (isFaultOfEmail(failure)) setEmailError(t('faults:WRONG_FORMAT'));
      else if (isCode(failure, 'VALIDATION_FAILED')) setError(t('faults:WRONG_FORMAT'));
      else toast.error(t('people:invite.failed'), { description: errorText(failure) });
    },
  });

  const invite = () => {
    const name = username.trim();
    setEmailError(undefined);
    setError(name ? undefined : t('common:field.required'));
    const contactEmail = email.trim() || undefined;
    if (name) invitation.mutate({ username: name, role, contactEmail, locale });
  };

  return (
    <Form aria-labelledby="invite" onSubmit={invite}>
      <Field label={t('people:invite.username')} error={error} required>
        <Input
          value={username}
          onChange={(event) => draft.change({ username: event.target.value })}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <ContactFields
        email={email}
        emailError={emailError}
        language={locale}
        onChange={({ email: typed = email, language = locale }) =>
          draft.change({ email: typed, locale: language })
        }
      />
      <Field label={t('people:invite.role')} help={t(`people:may.${role}`)}>
        <Select
          value={role}
          onChange={(chosen) => draft.change({ role: chosen })}
          options={personRoles.map((value) => ({ value, label: t(`people:role.${value}`) }))}
        />
      </Field>
      <Button type="submit" variant="primary" pending={invitation.isPending} className="self-start">
        {t('people:invite.action')}
      </Button>
    </Form>
  );
}
