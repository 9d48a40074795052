import type { BackupStatus } from '@ctdb/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useErrorMessages } from '@/lib/error-messages';
import { call, currentQuery, routes } from '@/lib/api';
import { RUN_POLL_MS, runQuery, useRunCompletion } from '@/lib/media-runs';
import { toast } from '@/lib/toast';

const STATUS_MS = 30_000;
const statusKey = ['backup', 'status'];

/** The state of the backups, polled every 30 seconds, and more often during a run. */
export const useBackupStatus = () =>
  useQuery({
    ...currentQuery(statusKey, routes.getBackupStatus),
    refetchInterval: ({ state }) => {
      const running = state.data?.recentLogs.some((log) => log.status === 'running');
      return running ? RUN_POLL_MS : STATUS_MS;
    },
  });

/** The runs that an administrator can start. */
const starts = {
  full: () => call(routes.startFullBackup),
  restore: () => call(routes.startRestore, { body: {} }),
  drill: () => call(routes.startDrill),
};
type StartedKind = keyof typeof starts;

/** The id of the active run of this kind, also if another administrator started it. */
const findActiveRunId = (kind: StartedKind, status?: BackupStatus): string | undefined =>
  status?.recentLogs.find((log) => log.backupType === kind && log.status === 'running')?.id ??
  (kind === 'full' ? status?.runningId : undefined);

/** Starts a run of one kind, polls it until it ends, and shows the result as a toast. */
export const useStartRun = (kind: StartedKind, status: BackupStatus | undefined) => {
  const { t } = useTranslation('backup');
  const { errorText } = useErrorMessages();
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: statusKey });
  const starting = useMutation({ mutationFn: starts[kind], onSettled: refresh });
  const { track, running } = useRunCompletion(findActiveRunId(kind, status), (run) => {
    refresh();
    if (run?.status === 'completed')
      toast.success(t(`${kind}.done`), { description: t(`${kind}.doneText`) });
    else toast.error(t(`${kind}.failed`), { description: t(`${kind}.failedText`) });
  });
  const start = async () => {
    try {
      const { id, alreadyRunning } = await starting.mutateAsync();
      track(id);
      // The run may have ended before this reply: its result stays on the screen.
      const run = client.getQueryData(runQuery(id).queryKey);
      if (alreadyRunning && (!run || run.status === 'running')) toast.info(t('alreadyRunning'));
    } catch (error) {
      const title = kind === 'full' ? t('full.failed') : t('startFailed');
      toast.error(title, {
        description: kind === 'full' ? t('full.failedText') : errorText(error),
      });
    }
  };
  return { start, pending: running || starting.isPending };
};
