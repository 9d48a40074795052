import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '@/components/failure';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { Notice } from '@/components/ui/notice';
import { call, routes } from '@/lib/api';
import { useInitialFocus } from '@/lib/focus';
import { useConfig } from '@/lib/session';

interface ForgottenFormProps {
  /** The account that was typed into the login. */
  username: string;
  onBack: () => void;
}

/**
 * Asks for a link to set a new password. The answer does not tell who exists. Where no mail is
 * sent, it names who can make a link.
 */
export function ForgottenForm({ username, onBack }: ForgottenFormProps) {
  const { t } = useTranslation(['admin', 'common']);
  const sendsMail = useConfig()?.payments.mail !== false;
  const [account, setAccount] = useState(username);
  const [error, setError] = useState<string>();
  const heading = useInitialFocus<HTMLHeadingElement>();
  const request = useMutation({
    mutationFn: (typed: string) => call(routes.sendForgottenLink, { body: { account: typed } }),
  });

  const submit = () => {
    const typed = account.trim();
    setError(typed ? undefined : t('common:field.required'));
    if (typed) request.mutate(typed);
  };

  return (
    <Form onSubmit={submit}>
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {t('forgotten.title')}
      </h2>
      <p className="text-ink-2">{t(sendsMail ? 'forgotten.text' : 'forgotten.noMail')}</p>
      {sendsMail && (
        <>
          <Field label={t('forgotten.account')} error={error} required>
            <Input
              value={account}
              onChange={(event) => setAccount(event.target.value)}
              maxLength={254}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Field>
          <Failure title={t('forgotten.failed')} error={request.error} />
          {request.isSuccess && (
            <Notice tone="success" role="status">
              <p className="font-semibold">{t('forgotten.sent')}</p>
              <p>{t('forgotten.sentText')}</p>
            </Notice>
          )}
          <Button type="submit" variant="primary" size="large" pending={request.isPending}>
            {t('forgotten.action')}
          </Button>
        </>
      )}
      <Button variant="quiet" onClick={onBack}>
        {t('forgotten.back')}
      </Button>
    </Form>
  );
}
