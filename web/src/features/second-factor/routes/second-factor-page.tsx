import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '@/components/layout/page';
import { RecoveryCodes } from '@/components/recovery-codes';
import { ErrorState, Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { useFactors } from '../api/factors';
import { ContactSection } from '../components/contact-section';
import { PasskeySection } from '../components/passkey-section';
import { RecoverySection } from '../components/recovery-section';
import { TotpSection } from '../components/totp-section';

function Factors() {
  const { t } = useTranslation('factors');
  const query = useFactors();
  const [codes, setCodes] = useState<string[]>();
  if (query.isPending) return <Skeleton className="h-48" />;
  if (query.isError) return <ErrorState title={t('failed')} query={query} />;
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />;
  const factors = query.data;
  const hasFactor = factors.totpAddedAt !== undefined || factors.passkeys.length > 0;
  return (
    <>
      {factors.isRequired && <Notice>{t('required')}</Notice>}
      <PasskeySection factors={factors} onRecoveryCodes={setCodes} />
      <TotpSection factors={factors} onRecoveryCodes={setCodes} />
      {hasFactor && <RecoverySection left={factors.recoveryCodesLeft} onRecoveryCodes={setCodes} />}
    </>
  );
}

/** The second factors of the reader, and where links for a forgotten password go. */
export default function SecondFactorPage() {
  const { t } = useTranslation('factors');
  return (
    <Page needs="account" title={t('title')} intro={t('intro')} isNarrow>
      <Factors />
      <ContactSection />
    </Page>
  );
}
