import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '@/components/confirm-button';
import { ContactForm } from '@/components/contact-form';
import { Page } from '@/components/layout/page';
import { RecoveryCodes } from '@/components/recovery-codes';
import { Loaded } from '@/components/ui/loaded';
import { Notice } from '@/components/ui/notice';
import { call, currentQuery, routes } from '@/lib/api';
import { useKeptFocus } from '@/lib/focus';
import { useConfig } from '@/lib/session';
import {
  accountKey,
  PasskeySection,
  TotpSection,
  useReloadAccount,
} from '../components/factor-sections';

interface RecoverySectionProps {
  left: number;
  onRecoveryCodes: (codes: string[]) => void;
}

/** How many recovery codes are left, and new ones. */
function RecoverySection({ left, onRecoveryCodes }: RecoverySectionProps) {
  const { t } = useTranslation('factors');
  const reloadAfter = useReloadAccount();
  const renew = () => reloadAfter(call(routes.renewRecoveryCodes));
  return (
    <section className="py-6">
      <h2 className="text-xl">{t('codes.title')}</h2>
      <p className="mt-1 text-ink-2">{t('codes.about')}</p>
      <p className="mt-1">{t('codes.left', { count: left })}</p>
      <ConfirmButton
        className="mt-4"
        action={t('codes.renew')}
        question={t('codes.question')}
        consequence={t('codes.consequence')}
        confirmVariant="primary"
        failed={t('changeFailed')}
        run={async () => onRecoveryCodes((await renew()).recoveryCodes)}
      />
    </section>
  );
}

/** Where a link is sent to if the reader forgets the password; only where mail is sent. */
function ContactSection() {
  const { t } = useTranslation('people');
  const reloadAfter = useReloadAccount();
  const query = useQuery(currentQuery([accountKey, 'contact'], routes.getContact));
  return (
    <section className="border-t border-line py-6">
      <Loaded query={query} failed={t('contact.failed')} height="h-48">
        {(contact) => (
          <ContactForm
            name="own"
            title={t('contact.action')}
            intro={t('contact.about')}
            contact={contact}
            save={(body) => reloadAfter(call(routes.setContact, { body }))}
          />
        )}
      </Loaded>
    </section>
  );
}

function Factors() {
  const { t } = useTranslation('factors');
  const query = useQuery(currentQuery([accountKey, 'factors'], routes.getFactors));
  const [codes, setCodes] = useState<string[]>();
  const kept = useKeptFocus<HTMLDivElement>(codes === undefined);
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />;
  return (
    <Loaded query={query} failed={t('failed')} height="h-48">
      {(factors) => (
        <div {...kept}>
          {factors.isRequired && <Notice>{t('required')}</Notice>}
          <PasskeySection factors={factors} onRecoveryCodes={setCodes} />
          <TotpSection factors={factors} onRecoveryCodes={setCodes} />
          {(factors.totpAddedAt !== undefined || factors.passkeys.length > 0) && (
            <RecoverySection left={factors.recoveryCodesLeft} onRecoveryCodes={setCodes} />
          )}
        </div>
      )}
    </Loaded>
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
