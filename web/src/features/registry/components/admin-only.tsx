import type { ReactNode } from 'react';
import { AccessGate } from '@/components/layout/access-gate';
import { useSession } from '@/lib/session';

/** Shows its children to administrators; other readers see an access notice. */
export function AdminOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  return session.isAdmin ? children : <AccessGate session={session} needs="admin" />;
}
