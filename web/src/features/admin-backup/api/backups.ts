import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';
import { RUNNING_MS } from '@/lib/media-runs';

const STATUS_MS = 30_000;
const status = ['backup', 'status'];

/** The state of the backups: again every 30 seconds, and quicker while something runs. */
export const useBackupStatus = () =>
  useQuery({
    queryKey: status,
    queryFn: ({ signal }) => call(routes.getBackupStatus, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => {
      const running = state.data?.recentLogs.some((log) => log.status === 'running');
      return running ? RUNNING_MS : STATUS_MS;
    },
  });

const QUEUES_MS = 10_000;

/** How full the queues are, every ten seconds. */
export const useQueues = () =>
  useQuery({
    queryKey: ['backup', 'queues'],
    queryFn: ({ signal }) => call(routes.getMediaQueues, { signal }),
    refetchOnMount: 'always',
    refetchInterval: QUEUES_MS,
  });

/** Asks for the status now. */
export const useRefreshStatus = () => {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: status });
};

/** What an administrator can start. */
export type StartedKind = 'full' | 'restore' | 'drill';

const start = (kind: StartedKind) => {
  if (kind === 'full') return call(routes.startFullBackup);
  if (kind === 'drill') return call(routes.startDrill);
  return call(routes.startRestore, { body: {} });
};

export const useStart = (kind: StartedKind) => {
  const refresh = useRefreshStatus();
  return useMutation({ mutationFn: () => start(kind), onSettled: refresh });
};
