import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '@/components/failure';
import { Field, Input } from '@/components/ui/field';
import { useErrorMessages } from '@/lib/error-messages';
import { findRetryAfter, isCode } from '@/lib/api';
import { useCountdown } from '@/lib/use-countdown';

/** The fields for an access code, and for the e-mail address of its order once the server wants it. */
export const useCodeFields = (initial = '', autoFocus = false) => {
  const { t } = useTranslation(['access', 'accessCode', 'common']);
  const { codeText } = useErrorMessages();
  const wait = useCountdown();
  const [accessCode, setAccessCode] = useState(initial);
  const [email, setEmail] = useState('');
  const [needsEmail, setNeedsEmail] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const codeBox = useRef<HTMLInputElement>(null);
  const emailBox = useRef<HTMLInputElement>(null);
  const typed = { accessCode: accessCode.trim(), ...(needsEmail && { email: email.trim() }) };
  const isEmailMissing = needsEmail && !email.trim();
  const missing = t('common:field.required');

  return {
    /** The typed code, as the server gets it. */
    typed,
    /** Seconds until the next attempt is allowed. */
    secondsLeft: wait.secondsLeft,
    /** Whether all fields are filled in; else the first empty one gets the focus. */
    isComplete: (): boolean => {
      setIsChecked(true);
      const empty = (!typed.accessCode && codeBox) || (isEmailMissing && emailBox);
      if (empty) empty.current?.focus();
      return !empty;
    },
    clear: () => {
      setIsChecked(false);
      setAccessCode('');
      setEmail('');
      setNeedsEmail(false);
    },
    onError: (error: unknown) => {
      if (isCode(error, 'ADDRESS_REQUIRED')) {
        setIsChecked(false);
        setNeedsEmail(true);
      }
      if (isCode(error, 'TOO_MANY_TRIES') || isCode(error, 'RATE_LIMITED'))
        wait.start(findRetryAfter(error) ?? 1);
    },
    fields: (
      <>
        <Field
          label={t('accessCode:title')}
          help={t('access:restore.codeHelp')}
          error={isChecked && !typed.accessCode ? missing : undefined}
          required
        >
          <Input
            ref={codeBox}
            autoFocus={autoFocus}
            name="accessCode"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={accessCode}
            onChange={(event) => setAccessCode(event.target.value)}
          />
        </Field>
        {needsEmail && (
          <Field
            label={t('access:restore.email')}
            help={codeText('ADDRESS_REQUIRED')}
            error={isChecked && isEmailMissing ? missing : undefined}
            required
          >
            <Input
              ref={emailBox}
              autoFocus
              name="email"
              type="email"
              autoComplete="email"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Field>
        )}
      </>
    ),
  };
};

interface CodeFailedProps {
  title: string;
  error: unknown;
  /** After too many attempts: until the next one. */
  secondsLeft: number;
  /** The text of an unknown code. */
  unknown?: string;
}

/** The server rejected a request with an access code. */
export function CodeFailed({ title, error, secondsLeft, unknown }: CodeFailedProps) {
  const { t } = useTranslation(['access', 'errors']);
  const { errorText, waitText } = useErrorMessages();
  const text = () => {
    if (secondsLeft > 0) return t('errors:TOO_MANY_TRIES', { when: waitText(secondsLeft) });
    const isUnknown = isCode(error, 'NOT_FOUND') || isCode(error, 'VALIDATION_FAILED');
    return isUnknown ? (unknown ?? t('access:restore.notFound')) : errorText(error);
  };
  return <Failure title={title}>{text()}</Failure>;
}
