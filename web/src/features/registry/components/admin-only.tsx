import type { ReactNode } from 'react';
import { AccessGate } from '@/components/layout/access-gate';
import { useSession } from '@/lib/session';

/** Shows a screen for administrators to administrators; others read why not. */
export function AdminOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  return session.isAdmin ? children : <AccessGate session={session} needs="admin" />;
}
