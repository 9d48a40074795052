import { personRoles, type PersonLink, type PersonRole } from '@ctdb/contracts';
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
import { useReloadPeople } from '../api/people';

interface InviteFormProps {
  onInvited: (name: string, link: PersonLink, email: string | undefined) => void;
}

const blank = { username: '', email: '', role: 'practitioner' as PersonRole };

const isFaultOfEmail = (error: unknown): boolean =>
  findParams(error, 'VALIDATION_FAILED')?.faults.some(({ path }) => path === 'contactEmail') ??
  false;

/** Invites a person by username and role, in the owner's language unless another one is chosen. */
export function InviteForm({ onInvited }: InviteFormProps) {
  const { t } = useTranslation(['people', 'common', 'errors', 'faults']);
  const { errorText } = useErrorMessages();
  const [emailError, setEmailError] = useState<string>();
  const ownLanguage = useLanguage();
  const draft = useTypedDraft('invite', { ...blank, locale: ownLanguage });
  const { username, email, locale, role } = draft.values;
  const [error, setError] = useState<string>();
  const reloadAfter = useReloadPeople();
  const name = username.trim();
  const contactEmail = email.trim() || undefined;
  const invitation = useMutation({
    mutationFn: () => {
      const body = { username: name, role, contactEmail, locale };
      return reloadAfter(call(routes.invitePerson, { body }));
    },
    onSuccess: (link) => {
      draft.clear();
      onInvited(name, link, contactEmail);
    },
    onError: (failure) => {
      if (isCode(failure, 'USERNAME_TAKEN')) setError(t('errors:USERNAME_TAKEN'));
      else if (isFaultOfEmail(failure)) setEmailError(t('faults:WRONG_FORMAT'));
      else if (isCode(failure, 'VALIDATION_FAILED')) setError(t('faults:WRONG_FORMAT'));
      else toast.error(t('people:invite.failed'), { description: errorText(failure) });
    },
  });

  const invite = () => {
    setEmailError(undefined);
    setError(name ? undefined : t('common:field.required'));
    if (name) invitation.mutate();
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
        onEmail={(typed) => draft.change({ email: typed })}
        emailError={emailError}
        language={locale}
        onLanguage={(chosen) => draft.change({ locale: chosen })}
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
