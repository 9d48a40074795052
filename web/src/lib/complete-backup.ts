import { useQuery } from '@tanstack/react-query';
import { currentQuery, routes } from '@/lib/api';

const query = currentQuery(['backup', 'complete'], routes.getCompleteBackupStatus);

/** The state of the copies of everything, polled every 30 seconds. */
export const useCompleteBackup = () => useQuery({ ...query, refetchInterval: 30_000 });
