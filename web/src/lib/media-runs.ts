import type { BackupDetail } from '@ctdb/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';

/** How often a run under way is asked for, in milliseconds. */
export const RUNNING_MS = 1_500;

/** One run of a backup, a restore or a drill; asked for again until it has ended. */
export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ['backup', 'run', id],
    queryFn: ({ signal }): Promise<BackupDetail> =>
      call(routes.getBackupLog, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.status !== 'running' ? false : RUNNING_MS,
    refetchOnMount: 'always',
  });
