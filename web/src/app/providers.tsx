import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Toaster } from '@/components/layout/toaster';
import { createQueryClient } from '@/lib/api/query-client';
import { useSessionWatch } from '@/lib/session';

function SessionWatch() {
  useSessionWatch();
  return null;
}

/** What every screen stands on. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <SessionWatch />
      {children}
      <Toaster />
    </QueryClientProvider>
  );
}
