import { ArrowLeft, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormPage } from '@/components/layout/page';
import { LinkButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useInitialFocus } from '@/lib/focus';
import { LoginForm } from '../components/login-form';

/** Shown after the sign-in: the link to the registry has the focus. */
function LoginSuccess({ hasFactor }: { hasFactor: boolean }) {
  const { t } = useTranslation('admin');
  const way = useInitialFocus<HTMLAnchorElement>();
  return (
    <div role="status" className="flex flex-col items-start gap-4">
      <p className="flex items-center gap-3 text-xl font-semibold">
        <CircleCheck aria-hidden className="size-6 shrink-0 text-success" />
        {t('login.success')}
      </p>
      <p className="text-ink-2">{t('login.successHint')}</p>
      <LinkButton ref={way} to="/app" variant="primary" size="large" className="w-full">
        {t('login.open')}
      </LinkButton>
      {!hasFactor && (
        <LinkButton to="/admin-second-step" variant="link">
          {t('login.secondStep')}
        </LinkButton>
      )}
    </div>
  );
}

export default function AdminLoginPage() {
  const { t } = useTranslation('admin');
  const [login, setLogin] = useState<{ hasFactor: boolean }>();
  return (
    <FormPage title={t('login.title')} intro={t('login.note')}>
      <Card>
        {login ? (
          <LoginSuccess hasFactor={login.hasFactor} />
        ) : (
          <LoginForm onDone={(hasFactor) => setLogin({ hasFactor })} />
        )}
      </Card>
      <LinkButton to="/" variant="link" className="self-start">
        <ArrowLeft aria-hidden />
        {t('login.home')}
      </LinkButton>
    </FormPage>
  );
}
