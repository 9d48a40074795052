import type { ReactNode } from 'react';
import { AccessNotice } from '@/components/layout/access-notice';
import { useSession } from '@/lib/session';

/** Shows a screen for administrators to administrators; others read why not. */
export function AdminGate({ children }: { children: ReactNode }) {
  const session = useSession();
  return session.isAdmin ? children : <AccessNotice session={session} needs="admin" />;
}
