import { MIN_PASSWORD_LENGTH } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MessageForm } from '@/components/message-form';
import { Field } from '@/components/ui/field';
import { PasswordInput } from '@/components/ui/password-input';
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
  const { t } = useTranslation('errors');
  const min = useConfig()?.passwordMinLength ?? MIN_PASSWORD_LENGTH;
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const findError = (): string | undefined => {
    if (!password || !repeated) return texts.missing;
    if (password !== repeated) return texts.mismatch;
    return [...password].length < min ? t('PASSWORD_TOO_SHORT', { min }) : undefined;
  };
  return (
    <MessageForm
      findError={findError}
      send={() => onPassword(password)}
      failed={failed}
      save={texts.save}
      size="large"
    >
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
    </MessageForm>
  );
}
