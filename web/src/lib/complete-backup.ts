import { useQuery } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';

const POLL_MS = 30_000;

/** The state of the copies of everything, polled every 30 seconds. */
export const useCompleteBackup = () =>
  useQuery({
    queryKey: ['backup', 'complete'],
    queryFn: ({ signal }) => call(routes.getCompleteBackupStatus, { signal }),
    refetchOnMount: 'always',
    refetchInterval: POLL_MS,
  });
