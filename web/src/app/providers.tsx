import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { TooltipProvider } from '@/components/ui/tooltip';
import { Toaster } from '@/components/layout/toaster';
import { createQueryClient } from '@/lib/api/query-client';
import { useSessionWatch } from '@/lib/session';

function SessionWatch() {
  useSessionWatch();
  return null;
}

/** What every screen stands on. Our content policy forbids style elements, so Base UI makes none. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <TooltipProvider>
          <SessionWatch />
          {children}
          <Toaster />
        </TooltipProvider>
      </QueryClientProvider>
    </CSPProvider>
  );
}
