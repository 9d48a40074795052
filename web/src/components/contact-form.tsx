import { type Contact, isEmail, locales } from '@ctdb/contracts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, Input, Select } from '@/components/ui/field';
import { Form, FormActions } from '@/components/ui/form';
import { type Language, useLanguage } from '@/lib/language';
import { useTypedDraft } from '@/lib/drafts';
import { useAction } from '@/lib/run-action';
import { toast } from '@/lib/toast';

interface ContactFieldsProps {
  email: string;
  emailError: string | undefined;
  language: Language;
  onChange: (changed: { email?: string; language?: Language }) => void;
}

/** Where, and in which language, links are sent to a person; needs the namespace `people`. */
export function ContactFields(props: ContactFieldsProps) {
  const { email, emailError, language, onChange } = props;
  const { t } = useTranslation(['people', 'common']);
  return (
    <>
      <Field
        label={t('people:invite.email')}
        help={t('people:invite.emailHelp')}
        error={emailError}
      >
        <Input
          type="email"
          value={email}
          onChange={(event) => onChange({ email: event.target.value })}
          maxLength={254}
          autoComplete="off"
        />
      </Field>
      <Field label={t('people:contact.language')}>
        <Select
          value={language}
          onChange={(chosen) => onChange({ language: chosen })}
          options={locales.map((value) => ({ value, label: t(`common:language.${value}`) }))}
        />
      </Field>
    </>
  );
}

interface ContactFormProps {
  /** Names the draft. */
  name: string;
  title: string;
  intro?: string;
  contact: Contact;
  save: (contact: Contact) => Promise<unknown>;
  /** After it is saved, or given up. */
  onClose?: () => void;
}

/** Changes a contact; needs the namespace `people`. */
export function ContactForm(props: ContactFormProps) {
  const { name, title, intro, contact, save, onClose } = props;
  const { t } = useTranslation(['people', 'common']);
  const current = useLanguage();
  const heading = useId();
  const draft = useTypedDraft(`contact:${name}`, {
    email: contact.contactEmail ?? '',
    language: contact.locale ?? current,
  });
  const { email, language } = draft.values;
  const [emailError, setEmailError] = useState<string>();

  const close = () => {
    draft.clear();
    onClose?.();
  };
  const contactEmail = email.trim() || undefined;
  const { mutate, isPending } = useAction(t('people:changeFailed'), async () => {
    await save({ contactEmail, locale: language });
    toast.success(t('people:contact.saved'));
    close();
  });
  const submit = () => {
    const isWrong = contactEmail !== undefined && !isEmail(contactEmail);
    setEmailError(isWrong ? t('people:contact.wrong') : undefined);
    if (!isWrong) mutate();
  };

  return (
    <Form
      aria-labelledby={heading}
      onSubmit={submit}
      className="flex w-full max-w-md flex-col gap-4"
    >
      <h2 id={heading} className="text-xl wrap-anywhere">
        {title}
      </h2>
      {intro && <p className="text-ink-2">{intro}</p>}
      <ContactFields {...draft.values} emailError={emailError} onChange={draft.change} />
      <FormActions isSaving={isPending} variant="secondary" onCancel={onClose && close} />
    </Form>
  );
}
