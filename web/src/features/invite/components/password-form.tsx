import { MIN_PASSWORD_LENGTH } from '@ctdb/contracts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { PasswordInput } from '@/components/ui/password-input';
import { useErrorMessages } from '@/lib/error-messages';
import { ApiError } from '@/lib/api';
import { useConfig } from '@/lib/session';
import { useSetPassword } from '../api/link';

interface PasswordFormProps {
  token: string;
  username: string;
  onDone: () => void;
}

/** Sets the password of the link's person. */
export function PasswordForm({ token, username, onDone }: PasswordFormProps) {
  const { t } = useTranslation(['invite', 'errors', 'common']);
  const { errorText } = useErrorMessages();
  const min = useConfig()?.passwordMinLength ?? MIN_PASSWORD_LENGTH;
  const change = useSetPassword();
  const [password, setPassword] = useState('');
  const [confirmed, setConfirmed] = useState('');
  const [message, setMessage] = useState<string>();

  const findFault = (): string | undefined => {
    if (!password || !confirmed) return t('invite:missing');
    if (password !== confirmed) return t('invite:mismatch');
    return [...password].length < min ? t('errors:PASSWORD_TOO_SHORT', { min }) : undefined;
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fault = findFault();
    setMessage(fault);
    if (fault) return;
    change.mutate(
      { token, password },
      {
        onSuccess: onDone,
        onError: (error) => {
          const isKnown = error instanceof ApiError && error.code !== undefined;
          setMessage(isKnown ? errorText(error) : t('invite:failed'));
        },
      },
    );
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {/* Password managers store the password under this name. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Field label={t('invite:password')} required>
        <PasswordInput
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Field label={t('invite:confirm')} required>
        <PasswordInput
          autoComplete="new-password"
          value={confirmed}
          onChange={(event) => setConfirmed(event.target.value)}
        />
      </Field>
      {message && (
        <Notice tone="danger" role="alert">
          {message}
        </Notice>
      )}
      <Button type="submit" variant="primary" size="large" pending={change.isPending}>
        {change.isPending ? t('common:action.saving') : t('invite:save')}
      </Button>
    </form>
  );
}
