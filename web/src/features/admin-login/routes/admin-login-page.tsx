import { ArrowLeft, CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '@/components/layout/page';
import { LinkButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { LoginForm } from '../components/login-form';

/** Shown after the sign-in: the link to the registry has the focus. */
function LoginSuccess({ hasFactor }: { hasFactor: boolean }) {
  const { t } = useTranslation('admin');
  const way = useRef<HTMLAnchorElement>(null);
  useEffect(() => way.current?.focus(), []);
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
  usePageTitle(t('login.title'));
  return (
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto flex w-full max-w-md flex-1 flex-col gap-6 px-4 py-8 outline-none sm:py-12"
    >
      <div>
        <h1 className="text-2xl">{t('login.title')}</h1>
        <p className="mt-1 text-ink-2">{t('login.note')}</p>
      </div>
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
    </main>
  );
}
