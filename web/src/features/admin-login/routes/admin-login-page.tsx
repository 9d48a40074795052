import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CareFooter } from '@/components/layout/care-footer';
import { HeaderFrame } from '@/components/layout/header-frame';
import { Card } from '@/components/ui/card';
import { LinkButton } from '@/components/ui/link-button';
import { usePageTitle } from '@/lib/page-title';
import { LoginForm } from '../components/login-form';
import { LoginSuccess } from '../components/login-success';

export default function AdminLoginPage() {
  const { t } = useTranslation('admin');
  const [signedIn, setSignedIn] = useState(false);
  usePageTitle(t('login.title'));
  return (
    <>
      <HeaderFrame />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-md flex-1 flex-col gap-6 px-4 py-8 outline-none sm:py-12"
      >
        <div>
          <h1 className="text-2xl">{t('login.title')}</h1>
          <p className="mt-1 text-ink-2">{t('login.note')}</p>
        </div>
        <Card>{signedIn ? <LoginSuccess /> : <LoginForm onDone={() => setSignedIn(true)} />}</Card>
        <LinkButton to="/" look="link" className="self-start">
          <ArrowLeft aria-hidden />
          {t('login.home')}
        </LinkButton>
      </main>
      <CareFooter />
    </>
  );
}
