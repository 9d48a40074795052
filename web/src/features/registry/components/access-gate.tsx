import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { LinkButton } from '@/components/ui/link-button';
import { Skeleton } from '@/components/ui/skeleton';
import { useSession } from '@/lib/session';
import { Paywall } from './paywall';

/** Shows a screen for administrators to administrators; others read why not. */
export function AdminGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation('registry');
  const session = useSession();
  if (session.isAdmin) return children;
  if (session.error)
    return <ErrorState error={session.error} onRetry={() => void session.refetch()} />;
  if (session.isPending) return <Skeleton className="h-40" />;
  if (session.role === 'anonymous') return <Paywall />;
  return (
    <EmptyState
      title={t('gate.title')}
      action={<LinkButton to="/app">{t('gate.back')}</LinkButton>}
    >
      {t('gate.text')}
    </EmptyState>
  );
}
