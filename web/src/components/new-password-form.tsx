import { MIN_PASSWORD_LENGTH } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '@/components/failure';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { PasswordInput } from '@/components/ui/password-input';
import { useMessageForm } from '@/lib/message-form';
import { useConfig } from '@/lib/session';

interface NewPasswordFormProps {
  username: string;
  texts: Record<'password' | 'repeat' | 'missing' | 'mismatch' | 'save', string>;
  /** Stores the password; rejects if it may not be used. */
  onPassword: (password: string) => Promise<unknown>;
  /** The message of an error without a code. */
  failed?: string;
  autoFocus?: boolean;
}

/** Asks for a new password, twice. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { username, texts, onPassword, failed, autoFocus } = props;
  const { t } = useTranslation(['common', 'errors']);
  const min = useConfig()?.passwordMinLength ?? MIN_PASSWORD_LENGTH;
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const findError = (): string | undefined => {
    if (!password || !repeated) return texts.missing;
    if (password !== repeated) return texts.mismatch;
    return [...password].length < min ? t('errors:PASSWORD_TOO_SHORT', { min }) : undefined;
  };
  const send = () => onPassword(password);
  const { message, isPending, submit } = useMessageForm(findError, send, failed);
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {/* Password managers store the password under this name. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Field label={texts.password} required>
        <PasswordInput
          autoFocus={autoFocus}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Field label={texts.repeat} required>
        <PasswordInput
          autoComplete="new-password"
          value={repeated}
          onChange={(event) => setRepeated(event.target.value)}
        />
      </Field>
      <Failure>{message}</Failure>
      <Button type="submit" variant="primary" size="large" pending={isPending}>
        {isPending ? t('common:action.saving') : texts.save}
      </Button>
    </form>
  );
}
