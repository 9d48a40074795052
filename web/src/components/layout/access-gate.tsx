import { lazy, Suspense } from 'react';
import { ErrorState } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { loadTranslations } from '@/i18n';
import type { useSession } from '@/lib/session';

export interface AccessGateProps {
  session: ReturnType<typeof useSession>;
  /** The capability that the screen needs; absent for reading. */
  needs?: 'analytics' | 'admin';
}

const AccessDenied = lazy(async () => {
  const [file] = await Promise.all([import('./access-denied'), loadTranslations(['gate'])]);
  return file;
});

/** Replaces a screen that the reader may not see, or while the session is loading. */
export function AccessGate(props: AccessGateProps) {
  const { session } = props;
  if (session.error)
    return <ErrorState error={session.error} onRetry={() => void session.refetch()} />;
  const waiting = <Skeleton className="h-40" />;
  if (session.isPending) return waiting;
  return (
    <Suspense fallback={waiting}>
      <AccessDenied {...props} />
    </Suspense>
  );
}
