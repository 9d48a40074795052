import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { Button, LinkButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { useErrorMessages } from '@/i18n/error-messages';
import { isCode } from '@/lib/api';
import { useOpenAccessLink } from '../api/lost-access';
import { LostAccessForm } from '../components/lost-access-form';

/** Shown after the access was moved: the way to it has the focus. */
function Done() {
  const { t } = useTranslation('access');
  const way = useRef<HTMLAnchorElement>(null);
  useEffect(() => way.current?.focus(), []);
  return (
    <div className="flex flex-col items-start gap-4">
      <Notice tone="success" role="status">
        {t('lost.done')}
      </Notice>
      <LinkButton ref={way} to="/access" variant="primary">
        {t('lost.open')}
      </LinkButton>
    </div>
  );
}

/** Moves the access only after a click: programs that look at the links of mails use nothing up. */
function OpenLink({ token }: { token: string }) {
  const { t } = useTranslation('access');
  const { errorText } = useErrorMessages();
  const link = useOpenAccessLink();
  if (link.isSuccess) return <Done />;
  if (isCode(link.error, 'LINK_ENDED'))
    return (
      <div className="flex flex-col gap-6">
        <Notice tone="danger" role="alert">
          {t('lost.ended')}
        </Notice>
        <LostAccessForm />
      </div>
    );
  return (
    <div className="flex flex-col items-start gap-4">
      <p>{t('lost.moves')}</p>
      {link.error && (
        <Notice tone="danger" role="alert">
          <p className="font-semibold">{t('restore.failed')}</p>
          <p>{errorText(link.error)}</p>
        </Notice>
      )}
      <Button variant="primary" pending={link.isPending} onClick={() => link.mutate(token)}>
        {t('restore.submit')}
      </Button>
    </div>
  );
}

/** A link to lost access, or the form that asks for one. Its token is in the fragment, which no log contains. */
export default function RestorePage() {
  const { t } = useTranslation('access');
  const token = useLocation().hash.slice(1);
  return (
    <Page title={t('lost.title')}>
      <Card className="max-w-xl">
        {token ? <OpenLink key={token} token={token} /> : <LostAccessForm />}
      </Card>
      <LinkButton to="/access" variant="link" className="mt-12">
        {t('lost.back')}
      </LinkButton>
    </Page>
  );
}
