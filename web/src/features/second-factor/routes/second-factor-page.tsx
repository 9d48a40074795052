import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '@/components/confirm-button';
import { ContactForm } from '@/components/contact-form';
import { Page } from '@/components/layout/page';
import { RecoveryCodes } from '@/components/recovery-codes';
import { ErrorState, Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { routes } from '@/lib/api';
import { useKeptFocus } from '@/lib/focus';
import { useConfig } from '@/lib/session';
import { useAccountMutation, useContact, useFactors } from '../api/factors';
import { PasskeySection, TotpSection } from '../components/factor-sections';

interface RecoverySectionProps {
  left: number;
  onRecoveryCodes: (codes: string[]) => void;
}

/** How many recovery codes are left, and new ones. */
function RecoverySection({ left, onRecoveryCodes }: RecoverySectionProps) {
  const { t } = useTranslation('factors');
  const renewal = useAccountMutation(routes.renewRecoveryCodes);
  return (
    <section className="py-6">
      <h2 className="text-xl">{t('codes.title')}</h2>
      <p className="mt-1 text-ink-2">{t('codes.about')}</p>
      <p className="mt-1">{t('codes.left', { count: left })}</p>
      <ConfirmButton
        className="mt-4"
        pending={renewal.isPending}
        action={t('codes.renew')}
        question={t('codes.question')}
        consequence={t('codes.consequence')}
        confirmVariant="primary"
        failed={t('changeFailed')}
        run={async () => onRecoveryCodes((await renewal.mutateAsync({})).recoveryCodes)}
      />
    </section>
  );
}

/** Where a link is sent to if the reader forgets the password; only where mail is sent. */
function ContactSection() {
  const { t } = useTranslation('people');
  const query = useContact();
  const change = useAccountMutation(routes.setContact);
  return (
    <section className="border-t border-line py-6">
      {query.isPending && <Skeleton className="h-48" />}
      {query.isError && <ErrorState title={t('contact.failed')} query={query} />}
      {query.isSuccess && (
        <ContactForm
          name="own"
          title={t('contact.action')}
          intro={t('contact.about')}
          contact={query.data}
          save={(body) => change.mutateAsync({ body })}
        />
      )}
    </section>
  );
}

function Factors() {
  const { t } = useTranslation('factors');
  const query = useFactors();
  const [codes, setCodes] = useState<string[]>();
  const kept = useKeptFocus<HTMLDivElement>(codes === undefined);
  if (query.isPending) return <Skeleton className="h-48" />;
  if (query.isError) return <ErrorState title={t('failed')} query={query} />;
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />;
  const factors = query.data;
  const hasFactor = factors.totpAddedAt !== undefined || factors.passkeys.length > 0;
  return (
    <div {...kept}>
      {factors.isRequired && <Notice>{t('required')}</Notice>}
      <PasskeySection factors={factors} onRecoveryCodes={setCodes} />
      <TotpSection factors={factors} onRecoveryCodes={setCodes} />
      {hasFactor && <RecoverySection left={factors.recoveryCodesLeft} onRecoveryCodes={setCodes} />}
    </div>
  );
}

/** The second factors of the reader, and where links for a forgotten password go. */
export default function SecondFactorPage() {
  const { t } = useTranslation('factors');
  const sendsMail = useConfig()?.payments.mail === true;
  return (
    <Page needs="account" title={t('title')} intro={t('intro')} isNarrow>
      <Factors />
      {sendsMail && <ContactSection />}
    </Page>
  );
}
