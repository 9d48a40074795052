import type { CompleteBackupStatus } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { serverNow } from '@/lib/clock';

const SECONDS_PER_MINUTE = 60;

/** The age of a copy, in seconds. */
export const ageSeconds = (at: string): number =>
  Math.max(0, (serverNow() - Date.parse(at)) / 1_000);

/** Whether the newest copy of everything is younger than the installation allows. Texts: `backup`. */
export function CompleteBackupBadge({ status }: { status: CompleteBackupStatus }) {
  const { t } = useTranslation('backup');
  const { last, rpoMinutes = 0 } = status;
  if (!last) return <Badge tone="red">{t('complete.never')}</Badge>;
  const isCurrent = ageSeconds(last.startedAt) <= rpoMinutes * SECONDS_PER_MINUTE;
  if (!isCurrent && !status.isExpected) return <Badge tone="gray">{t('complete.byHand')}</Badge>;
  return (
    <Badge tone={isCurrent ? 'green' : 'red'}>
      {t(isCurrent ? 'complete.current' : 'complete.overdue')}
    </Badge>
  );
}

const commands = {
  byItself: [
    'docker compose run --rm --no-deps backup backup',
    'kubectl -n colour-therapy create job --from=cronjob/backup now',
  ],
  byHand: ['npm run backup'],
};

/** Says that there is no copy of everything, and how one is made. Texts: `backup`. */
export function NoCompleteBackup({ isExpected }: Pick<CompleteBackupStatus, 'isExpected'>) {
  const { t } = useTranslation('backup');
  return (
    <div className="flex flex-col gap-1">
      <p className="text-danger">{t(isExpected ? 'complete.none' : 'complete.notExpected')}</p>
      <p>{t('complete.make')}</p>
      {commands[isExpected ? 'byItself' : 'byHand'].map((command) => (
        <code key={command} lang="en" className="rounded-sm bg-sunk px-2 py-1 wrap-anywhere">
          {command}
        </code>
      ))}
    </div>
  );
}
