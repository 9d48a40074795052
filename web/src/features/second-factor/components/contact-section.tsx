import { useTranslation } from 'react-i18next';
import { ContactForm } from '@/components/contact-form';
import { ErrorState } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { useConfig } from '@/lib/session';
import { useContact, useSetContact } from '../api/contact';

function Contact() {
  const { t } = useTranslation('people');
  const query = useContact();
  const change = useSetContact();
  if (query.isPending) return <Skeleton className="h-48" />;
  if (query.isError) return <ErrorState title={t('contact.failed')} query={query} />;
  return (
    <ContactForm
      name="own"
      title={t('contact.action')}
      intro={t('contact.about')}
      contact={query.data}
      save={(body) => change.mutateAsync({ body })}
    />
  );
}

/** Where a link is sent to if the reader forgets the password; only where mail is sent. */
export function ContactSection() {
  if (useConfig()?.payments.mail !== true) return null;
  return (
    <section className="border-t border-line py-6">
      <Contact />
    </section>
  );
}
