import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { LinkButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Section } from '@/components/ui/section';
import { useConfig } from '@/lib/session';
import { LostAccessForm, OpenedLink } from '../components/opened-link';
import { RestoreForm } from '../components/restore-form';

const LINK = 'link=';
const CODE = /^[0-9a-z]{4}(-?[0-9a-z]{4}){3}$/i;

/** The secret of a link or picture, which no log contains; it is removed from the address. */
const useFragment = (): string => {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [kept, keep] = useState(hash);
  if (hash && hash !== kept) keep(hash);
  useEffect(() => {
    if (hash) void navigate(pathname, { replace: true });
  }, [hash, navigate, pathname]);
  return kept.slice(1);
};

/** Brings access to this browser by its code, or by a mailed link to lost access. */
export default function RestorePage() {
  const { t } = useTranslation('access');
  const sendsMail = useConfig()?.payments.mail === true;
  const fragment = useFragment();
  const isLink = fragment.startsWith(LINK);
  return (
    <Page title={t('restore.title')} intro={isLink ? undefined : t('restore.text')}>
      <div className="flex max-w-xl flex-col gap-8">
        <Card>
          {isLink ? (
            <OpenedLink key={fragment} token={fragment.slice(LINK.length)} />
          ) : (
            <RestoreForm key={fragment} scanned={CODE.test(fragment) ? fragment : ''} isElsewhere />
          )}
        </Card>
        {sendsMail && !isLink && (
          <Section id="lost" title={t('lost.title')} headingClass="mb-3 text-xl">
            <LostAccessForm />
          </Section>
        )}
      </div>
      <LinkButton to="/access" variant="link" className="mt-12">
        {t('lost.back')}
      </LinkButton>
    </Page>
  );
}
