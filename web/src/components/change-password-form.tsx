import { MIN_PASSWORD_LENGTH } from '@ctdb/contracts';
import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Field } from '@/components/ui/field';
import { Form, FormActions } from '@/components/ui/form';
import { PasswordInput } from '@/components/ui/password-input';
import { useErrorMessages } from '@/lib/error-messages';
import { call, routes } from '@/lib/api';
import { clearAdminToken } from '@/lib/api/admin-token';
import { useConfig } from '@/lib/session';
import { toast } from '@/lib/toast';

const empty = { current: '', next: '', confirm: '' };

const boxes = [
  { name: 'current', label: 'password.current', autoComplete: 'current-password' },
  { name: 'next', label: 'password.new', autoComplete: 'new-password' },
  { name: 'confirm', label: 'password.confirm', autoComplete: 'new-password' },
] as const;

interface ChangePasswordFormProps extends Pick<
  ComponentProps<typeof FormActions>,
  'variant' | 'onCancel'
> {
  /** After the change, before the way to the sign-in. */
  onDone?: () => void;
}

/** Changes the administrator's password, which ends the session; needs the namespace `admin`. */
export function ChangePasswordForm({ onDone, ...actions }: ChangePasswordFormProps) {
  const { t } = useTranslation(['admin', 'errors']);
  const { errorText } = useErrorMessages();
  const navigate = useNavigate();
  const min = useConfig()?.passwordMinLength ?? MIN_PASSWORD_LENGTH;
  const [fields, setFields] = useState(empty);
  const form = useRef<HTMLFormElement>(null);

  const showError = (text: string, name: keyof typeof empty) => {
    toast.error(text);
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  };

  /** The server then ends every session of this administrator. */
  const change = useMutation({
    mutationFn: () =>
      call(routes.changePassword, {
        body: { currentPassword: fields.current, newPassword: fields.next },
      }),
    onSuccess: () => {
      toast.success(t('password.changed'), { description: t('password.note') });
      setFields(empty);
      onDone?.();
      clearAdminToken();
      void navigate('/admin-login');
    },
    onError: (error) => showError(errorText(error, t('password.failed')), 'current'),
  });

  /** The first error, in the order of the specification. */
  const submit = () => {
    const missing = boxes.find(({ name }) => !fields[name]);
    if (missing) return showError(t('password.missing'), missing.name);
    if (fields.next !== fields.confirm) return showError(t('password.mismatch'), 'next');
    if (fields.next.length < min) return showError(t('errors:PASSWORD_TOO_SHORT', { min }), 'next');
    change.mutate();
  };

  return (
    <Form ref={form} onSubmit={submit}>
      {boxes.map(({ name, label, autoComplete }) => (
        <Field key={name} label={t(label)} required>
          <PasswordInput
            name={name}
            autoComplete={autoComplete}
            value={fields[name]}
            onChange={(event) => setFields({ ...fields, [name]: event.target.value })}
          />
        </Field>
      ))}
      <FormActions {...actions} isSaving={change.isPending} save={t('password.submit')} />
    </Form>
  );
}
