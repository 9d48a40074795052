import type { ErrorParams } from '@ctdb/contracts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { lazyPart } from '@/components/ui/lazy-part';
import { Notice } from '@/components/ui/notice';
import { PasswordInput } from '@/components/ui/password-input';
import { useErrorMessages } from '@/lib/error-messages';
import { call, findParams, findRetryAfter, isCode, routes } from '@/lib/api';
import { startAdminSession } from '@/lib/api/admin-token';
import { toast } from '@/lib/toast';
import { useCountdown } from '@/lib/use-countdown';
import { useHydrated } from '@/lib/use-hydrated';

// Few logins have further steps, and their texts.
const steps = () => import('./sign-in-steps');
const NewPassword = lazyPart(() => steps().then((file) => file.NewPassword), 'h-64', ['factors']);
const LoginFactor = lazyPart(() => steps().then((file) => file.LoginFactor), 'h-64', ['factors']);
const ForgottenForm = lazyPart(() => import('./forgotten-form').then((file) => file.ForgottenForm));

/** The step after the right password, or in place of it. */
type Step =
  | { kind: 'forgotten' }
  | { kind: 'newPassword'; username: string; password: string }
  | { kind: 'factor'; asked: ErrorParams<'SECOND_FACTOR_REQUIRED'> };

interface LoginFormProps {
  /** `hasFactor`: the login took a second step. */
  onDone: (hasFactor: boolean) => void;
}

/** Username and password; shows why the sign-in failed and the waiting time, if there is one. */
export function LoginForm({ onDone }: LoginFormProps) {
  const { t } = useTranslation(['admin', 'errors', 'common']);
  const { errorText, waitText } = useErrorMessages();
  const signIn = useMutation({
    mutationFn: (body: { username: string; password: string; newPassword?: string }) =>
      call(routes.signIn, { body }),
    onSuccess: startAdminSession,
  });
  const wait = useCountdown();
  const isHydrated = useHydrated();
  const [missing, setMissing] = useState<{ username: boolean; password: boolean }>();
  const usernameBox = useRef<HTMLInputElement>(null);
  const passwordBox = useRef<HTMLInputElement>(null);
  const [step, setStep] = useState<Step>();
  const [typedName, setTypedName] = useState<string>();

  // The boxes keep their values: a browser may fill them in before React takes over the page.
  const read = () => ({
    username: usernameBox.current?.value ?? '',
    password: passwordBox.current?.value ?? '',
  });

  const check = () => {
    const { username, password } = read();
    const empty = { username: !username.trim(), password: !password };
    setMissing(empty);
    return empty;
  };

  /** Whether the error asks for a further step of the login. */
  const goOn = (error: unknown, typed: { username: string; password: string }): boolean => {
    const asked = findParams(error, 'SECOND_FACTOR_REQUIRED');
    if (asked) setStep({ kind: 'factor', asked });
    else if (isCode(error, 'PASSWORD_CHANGE_REQUIRED')) setStep({ kind: 'newPassword', ...typed });
    else return false;
    setTypedName(typed.username);
    signIn.reset();
    return true;
  };

  const refuse = (error: Error) => {
    if (goOn(error, read())) return;
    // The form counts down; all else is said by the toast.
    if (isCode(error, 'TOO_MANY_TRIES') || isCode(error, 'RATE_LIMITED'))
      wait.start(findRetryAfter(error) ?? 1);
    else toast.error(t('login.failed'), { description: errorText(error) });
    passwordBox.current?.select();
  };

  const submit = () => {
    const empty = check();
    if (empty.username || empty.password) {
      toast.error(t('login.missing'));
      (empty.username ? usernameBox : passwordBox).current?.focus();
      return;
    }
    signIn.mutate(read(), { onSuccess: () => onDone(false), onError: refuse });
  };

  const openForgotten = () => {
    setTypedName(read().username);
    setStep({ kind: 'forgotten' });
  };

  const signInWithNew = async (newPassword: string) => {
    if (step?.kind !== 'newPassword') return;
    const { username, password } = step;
    try {
      await signIn.mutateAsync({ username, password, newPassword });
      onDone(false);
    } catch (error) {
      if (!goOn(error, { username, password })) throw error;
    }
  };

  const back = () => setStep(undefined);
  if (step?.kind === 'forgotten') return <ForgottenForm username={typedName ?? ''} onBack={back} />;
  if (step?.kind === 'factor')
    return <LoginFactor asked={step.asked} onDone={() => onDone(true)} onBack={back} />;
  if (step) return <NewPassword username={step.username} onPassword={signInWithNew} />;

  return (
    <Form onSubmit={submit} onChange={() => missing && check()}>
      <Field
        label={t('login.username')}
        error={missing?.username && t('common:field.required')}
        required
      >
        <Input
          ref={usernameBox}
          name="username"
          defaultValue={typedName}
          // Back from a further step.
          autoFocus={typedName !== undefined}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field
        label={t('login.password')}
        error={missing?.password && t('common:field.required')}
        required
      >
        <PasswordInput ref={passwordBox} name="password" autoComplete="current-password" />
      </Field>
      {wait.secondsLeft > 0 && (
        <Notice tone="danger" role="alert">
          <p className="font-semibold">{t('login.failed')}</p>
          {/* Announced once, not for each second. */}
          <p aria-live="off" className="tabular-nums">
            {t('errors:TOO_MANY_TRIES', { when: waitText(wait.secondsLeft) })}
          </p>
        </Notice>
      )}
      <Button
        // Until React handles the form, a submission would put the password into the address.
        type={isHydrated ? 'submit' : 'button'}
        variant="primary"
        size="large"
        pending={signIn.isPending}
        disabled={wait.secondsLeft > 0}
      >
        {signIn.isPending ? t('login.submitting') : t('login.submit')}
      </Button>
      <Button variant="link" className="self-start" onClick={openForgotten}>
        {t('forgotten.question')}
      </Button>
    </Form>
  );
}
