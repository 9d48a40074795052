import { lazy, type ReactNode, Suspense } from 'react';
import { ErrorState } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { loadTranslations } from '@/i18n';
import { useSession } from '@/lib/session';

export interface AccessNoticeProps {
  /** The capability that the screen needs; absent for reading. */
  needs?: 'tools' | 'analytics' | 'admin' | undefined;
}

const AccessDenied = lazy(async () => {
  const [file] = await Promise.all([import('./access-denied'), loadTranslations(['gate'])]);
  return file;
});

/** Replaces a screen that the reader may not see, or while the session is loading. */
export function AccessNotice({ needs }: AccessNoticeProps) {
  const session = useSession();
  if (session.error) return <ErrorState query={session} />;
  const waiting = <Skeleton className="h-40" />;
  if (session.isPending) return waiting;
  return (
    <Suspense fallback={waiting}>
      <AccessDenied session={session} needs={needs} />
    </Suspense>
  );
}

interface AccessGateProps {
  needs: 'tools' | 'analytics' | 'admin';
  children: ReactNode;
}

/** Shows its children to readers who may see them. */
export function AccessGate({ needs, children }: AccessGateProps) {
  const { isAdmin, can } = useSession();
  return (needs === 'admin' ? isAdmin : can(needs)) ? children : <AccessNotice needs={needs} />;
}
