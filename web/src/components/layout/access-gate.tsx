import type { Ability } from '@ctdb/contracts';
import { type ReactNode, Suspense } from 'react';
import { ErrorState } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { lazyWithTexts } from '@/i18n/lazy-with-texts';
import { useSession } from '@/lib/session';
import type { AccessNoticeProps } from './access-denied';

const AccessDenied = lazyWithTexts(() => import('./access-denied'), ['gate']);

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
  needs: Exclude<Ability, 'read'>;
  children: ReactNode;
}

/** Shows its children to readers who may see them. */
export function AccessGate({ needs, children }: AccessGateProps) {
  return useSession().can(needs) ? children : <AccessNotice needs={needs} />;
}
