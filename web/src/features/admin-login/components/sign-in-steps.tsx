import type { ErrorParams, FactorProof } from '@ctdb/contracts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewPasswordForm } from '@/components/new-password-form';
import { RecoveryCodes } from '@/components/recovery-codes';
import { SecondStep } from '@/components/second-step';
import { TotpSetupForm } from '@/components/totp-setup';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { call, routes } from '@/lib/api';
import { startAdminSession } from '@/lib/api/admin-token';

interface NewPasswordProps {
  username: string;
  /** Logs in with the new password; rejects if it may not be used. */
  onPassword: (password: string) => Promise<unknown>;
}

/** Asks for a password in the place of a generated one. */
export function NewPassword({ username, onPassword }: NewPasswordProps) {
  const { t } = useTranslation(['factors', 'common']);
  const texts = {
    password: t('factors:own.password'),
    repeat: t('factors:own.repeat'),
    missing: t('factors:own.missing'),
    mismatch: t('factors:own.mismatch'),
    save: t('common:action.continue'),
  };
  return (
    <div className="flex flex-col gap-4">
      <h2 className="text-xl">{t('factors:own.title')}</h2>
      <p className="text-ink-2">{t('factors:own.text')}</p>
      <NewPasswordForm {...{ username, texts, onPassword }} autoFocus />
    </div>
  );
}

interface LoginFactorProps {
  asked: ErrorParams<'SECOND_FACTOR_REQUIRED'>;
  onDone: () => void;
  onBack: () => void;
}

/** The second step of the login; sets an authenticator app up where the person must have a factor. */
export function LoginFactor({ asked, onDone, onBack }: LoginFactorProps) {
  const { t } = useTranslation('factors');
  const [codes, setCodes] = useState<string[]>();
  const heading = useRef<HTMLHeadingElement>(null);
  const { challenge, setup, passkey } = asked;

  // Instructions come before the first field.
  useEffect(() => {
    if (setup) heading.current?.focus();
  }, [setup]);

  const send = async (proof: FactorProof) => {
    const answer = await call(routes.completeSignIn, { body: { challenge, proof } });
    startAdminSession(answer);
    if (answer.recoveryCodes) setCodes(answer.recoveryCodes);
    else onDone();
  };
  const back = (
    <Button variant="quiet" onClick={onBack}>
      {t('step.back')}
    </Button>
  );

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <div className="flex flex-col gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {t('step.title')}
      </h2>
      {setup ? (
        <>
          <Notice>{t('step.setUp')}</Notice>
          <TotpSetupForm setup={setup} onCode={(code) => send({ code })}>
            {back}
          </TotpSetupForm>
        </>
      ) : (
        <SecondStep passkey={passkey} onProof={send}>
          {back}
        </SecondStep>
      )}
    </div>
  );
}
