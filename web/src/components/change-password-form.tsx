import { MIN_PASSWORD_LENGTH } from '@ctdb/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { PasswordInput } from '@/components/ui/password-input';
import { useErrorMessages } from '@/lib/error-messages';
import { ApiError, call, routes } from '@/lib/api';
import { clearAdminToken } from '@/lib/api/admin-token';
import { useConfig } from '@/lib/session';
import { toast } from '@/lib/toast';

/** Holds the fields of the change-password form. */
interface PasswordFields {
  current: string;
  next: string;
  confirm: string;
}

/** The first error, in the order of the specification. */
const passwordError = (
  { current, next, confirm }: PasswordFields,
  min: number,
): 'missing' | 'mismatch' | 'tooShort' | undefined => {
  if (!current || !next || !confirm) return 'missing';
  if (next !== confirm) return 'mismatch';
  if (next.length < min) return 'tooShort';
  return undefined;
};

/** Changes the password; the server then ends every session of this administrator. */
const useChangePassword = () =>
  useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      call(routes.changePassword, { body }),
  });

const empty: PasswordFields = { current: '', next: '', confirm: '' };
const boxes = [
  { name: 'current', label: 'password.current', autoComplete: 'current-password' },
  { name: 'next', label: 'password.new', autoComplete: 'new-password' },
  { name: 'confirm', label: 'password.confirm', autoComplete: 'new-password' },
] as const;

interface ChangePasswordFormProps {
  /** After the change, before the way to the sign-in. */
  onDone?: () => void;
  /** Beside the button that submits. */
  children?: ReactNode;
  /** `secondary` if the screen has a more important action. */
  variant?: 'primary' | 'secondary';
}

/** Changes the administrator's password, which ends the session; needs the namespace `admin`. */
export function ChangePasswordForm(props: ChangePasswordFormProps) {
  const { onDone, children, variant = 'primary' } = props;
  const { t } = useTranslation(['admin', 'errors', 'common']);
  const { errorText } = useErrorMessages();
  const navigate = useNavigate();
  const min = useConfig()?.passwordMinLength ?? MIN_PASSWORD_LENGTH;
  const change = useChangePassword();
  const [fields, setFields] = useState(empty);
  const form = useRef<HTMLFormElement>(null);

  const done = () => {
    toast.success(t('password.changed'), { description: t('password.note') });
    setFields(empty);
    onDone?.();
    clearAdminToken();
    void navigate('/admin-login');
  };

  const showError = (text: string, name: keyof PasswordFields) => {
    toast.error(text);
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = passwordError(fields, min);
    const wrong = boxes.find(({ name }) => !fields[name])?.name ?? 'next';
    if (code === 'tooShort') return showError(t('errors:PASSWORD_TOO_SHORT', { min }), 'next');
    if (code) return showError(t(`password.${code}`), wrong);
    change.mutate(
      { currentPassword: fields.current, newPassword: fields.next },
      {
        onSuccess: done,
        onError: (error) => {
          const isKnown = error instanceof ApiError && error.code !== undefined;
          showError(isKnown ? errorText(error) : t('password.failed'), 'current');
        },
      },
    );
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
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
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        {children}
        <Button type="submit" variant={variant} pending={change.isPending}>
          {change.isPending ? t('common:action.saving') : t('password.submit')}
        </Button>
      </div>
    </form>
  );
}
