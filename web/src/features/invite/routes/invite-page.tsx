import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { FormPage } from '@/components/layout/page';
import { LinkButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { NewPasswordForm } from '@/components/new-password-form';
import { useInitialFocus } from '@/lib/focus';
import { call, isCode, routeQuery, routes } from '@/lib/api';

/** Shown after the password is saved: the link to the login has the focus. */
function Done() {
  const { t } = useTranslation('invite');
  const way = useInitialFocus<HTMLAnchorElement>();
  return (
    <div role="status" className="flex flex-col items-start gap-4">
      <p className="flex gap-3">
        <CircleCheck aria-hidden className="mt-[0.2em] size-5 shrink-0 text-success" />
        {t('done')}
      </p>
      <LinkButton ref={way} to="/admin-login" variant="primary" size="large" className="w-full">
        {t('logIn')}
      </LinkButton>
    </div>
  );
}

function Invitation({ token }: { token: string }) {
  const { t } = useTranslation('invite');
  const [isDone, setDone] = useState(false);
  const query = useQuery(routeQuery(['link', token], routes.openLink, { body: { token } }));
  if (isDone) return <Done />;
  if (query.isPending) return <Skeleton className="h-48" />;
  if (query.isError) {
    const hasEnded = isCode(query.error, 'LINK_ENDED');
    const shown = hasEnded ? { error: query.error } : query;
    return <ErrorState {...(hasEnded && { title: t('ended') })} query={shown} />;
  }
  const { username: name, role, isInvitation } = query.data;
  const texts = {
    password: t('password'),
    repeat: t('confirm'),
    missing: t('missing'),
    mismatch: t('mismatch'),
    save: t('save'),
  };
  const setPassword = async (password: string) => {
    await call(routes.setPasswordByLink, { body: { token, password } });
    setDone(true);
  };
  return (
    <>
      <p className="mb-4 wrap-anywhere">
        {isInvitation ? t('invited', { role: t(`role.${role}`), name }) : t('forgotten', { name })}
      </p>
      <NewPasswordForm
        username={name}
        texts={texts}
        failed={t('failed')}
        onPassword={setPassword}
      />
    </>
  );
}

/** Sets a password by a link of an owner. Its token is in the fragment, which no log contains. */
export default function InvitePage() {
  const { t } = useTranslation('invite');
  const token = useLocation().hash.slice(1);
  return (
    <FormPage title={t('title')}>
      <Card>
        <Invitation key={token} token={token || '-'} />
      </Card>
    </FormPage>
  );
}
