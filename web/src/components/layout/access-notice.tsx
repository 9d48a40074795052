import { LockKeyhole } from 'lucide-react';
import { useTranslation } from '@/i18n/use-translation';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { LinkButton } from '@/components/ui/link-button';
import { Skeleton } from '@/components/ui/skeleton';
import type { useSession } from '@/lib/session';

/** What stands in place of a screen that this reader may not see, or not yet. */
export function AccessNotice({ session }: { session: ReturnType<typeof useSession> }) {
  const { t } = useTranslation();
  if (session.error)
    return <ErrorState error={session.error} onRetry={() => void session.refetch()} />;
  if (session.isPending) return <Skeleton className="h-40" />;
  if (session.role === 'anonymous')
    return (
      <EmptyState
        icon={<LockKeyhole />}
        title={t('access.title')}
        action={
          <LinkButton to="/admin-login" look="primary">
            {t('access.admin')}
          </LinkButton>
        }
      >
        {t('access.text')}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<LockKeyhole />}
      title={t('access.denied')}
      action={<LinkButton to="/app">{t('access.back')}</LinkButton>}
    >
      {t('access.deniedText')}
    </EmptyState>
  );
}
