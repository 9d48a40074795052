import type { BackupStatus } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { useErrorWords } from '@/i18n/use-error-words';
import { toast } from '@/lib/toast';
import { useRunEnd } from '@/lib/use-run-end';
import { useRefreshStatus, useStart, type StartedKind } from '../api/backups';

/** The run of this kind that goes on, whoever started it and when. */
const underWay = (kind: StartedKind, status: BackupStatus): string | undefined =>
  status.recentLogs.find((log) => log.backupType === kind && log.status === 'running')?.id ??
  (kind === 'full' ? status.runningId : undefined);

/** Starts a run of one kind, follows it to its end, and says how it ended. */
export const useRun = (kind: StartedKind, status: BackupStatus) => {
  const { t } = useTranslation('backup');
  const { errorText } = useErrorWords();
  const starting = useStart(kind);
  const refresh = useRefreshStatus();
  const { follow, running } = useRunEnd(underWay(kind, status), (run) => {
    refresh();
    if (run?.status === 'completed')
      toast.success(t(`${kind}.done`), { description: t(`${kind}.doneText`) });
    else toast.error(t(`${kind}.failed`), { description: t(`${kind}.failedText`) });
  });
  const start = async () => {
    try {
      const { id, alreadyRunning } = await starting.mutateAsync();
      follow(id);
      if (alreadyRunning) toast.info(t('alreadyRunning'));
    } catch (error) {
      const title = kind === 'full' ? t('full.failed') : t('startFailed');
      toast.error(title, {
        description: kind === 'full' ? t('full.failedText') : errorText(error),
      });
    }
  };
  return { start, pending: running || starting.isPending };
};
