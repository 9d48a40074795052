import type { BackupLog } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';

const tones = { completed: 'green', running: 'blue', failed: 'red' } as const;
const known = (status: string): status is keyof typeof tones => status in tones;

/** How a run stands; a state that is new to this program is grey. */
export function RunStatus({ status }: { status: string }) {
  const { t } = useTranslation('backup');
  return (
    <Badge tone={known(status) ? tones[status] : 'gray'}>
      {t(`logs.status.${known(status) ? status : 'other'}`)}
    </Badge>
  );
}

/** What a run is called: of the backups, everything but a full one is an automatic one. */
export const useRunName = () => {
  const { t } = useTranslation('backup');
  return (type: BackupLog['backupType']): string =>
    t(
      `logs.type.${type === 'full' || type === 'restore' || type === 'drill' ? type : 'automatic'}`,
    );
};
