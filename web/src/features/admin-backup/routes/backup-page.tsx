import { useTranslation } from 'react-i18next';
import { Page } from '@/components/layout/page';
import { Button, Spinner } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ErrorState, Notice } from '@/components/ui/notice';
import { useCompleteBackup } from '@/lib/complete-backup';
import { useSession } from '@/lib/session';
import { useWarningText } from '@/lib/warnings';
import { useBackupStatus, useStartRun } from '../api/backups';
import { DrillCard, RestoreCard, StatCards } from '../components/backup-cards';
import { CompleteBackupCard } from '../components/complete-backup-card';
import { RecentRuns } from '../components/recent-runs';

function FullBackup() {
  const { t } = useTranslation('backup');
  const { data: status } = useBackupStatus();
  const { start, pending } = useStartRun('full', status);
  return (
    <Button variant="primary" disabled={pending || !status} onClick={() => void start()}>
      {pending && <Spinner />}
      <span>{t(pending ? 'full.running' : 'full.action')}</span>
    </Button>
  );
}

function Backups() {
  const { t } = useTranslation('backup');
  const { data: status, isPending, isError, error, refetch } = useBackupStatus();
  // Both come at once, so that nothing moves.
  const { isFetched } = useCompleteBackup();
  if (isPending || !isFetched)
    return (
      <p role="status" className="flex items-center gap-3 py-12 text-ink-2">
        <Spinner />
        {t('loading')}
      </p>
    );
  if (status === undefined) return <ErrorState title={t('failed')} query={{ error, refetch }} />;
  return (
    <div className="flex flex-col gap-8">
      {isError && <Notice tone="caution">{t('stale')}</Notice>}
      <CompleteBackupCard />
      <StatCards status={status} />
      <div className="grid items-start gap-8 lg:grid-cols-[3fr_2fr]">
        <RecentRuns logs={status.recentLogs} />
        <div className="flex min-w-0 flex-col gap-6">
          <DrillCard status={status} />
          <RestoreCard status={status} />
          <Card className="flex flex-col gap-3">
            <h2 className="text-lg">{t('how.title')}</h2>
            <ul className="flex list-disc flex-col gap-2 ps-5 text-ink-2">
              <li>{t('how.automatic')}</li>
              <li>{t('how.checksums')}</li>
            </ul>
            <p>
              <span className="block text-ink-2">{t('how.location')}</span>
              <code className="wrap-anywhere">{status.backupDirectory}</code>
            </p>
          </Card>
        </div>
      </div>
    </div>
  );
}

/** Shows the warnings about the backup of everything, also while the state of the images' backups is unknown. */
function BackupWarnings() {
  const { data } = useCompleteBackup();
  const warningText = useWarningText();
  return data?.warnings?.map((warning) => (
    <Notice key={warning.code} tone="danger">
      {warningText(warning)}
    </Notice>
  ));
}

/** The backup state of all images, with buttons for backup, restore and drill. */
export default function BackupPage() {
  const { t } = useTranslation('backup');
  const { isAdmin } = useSession();
  return (
    <Page needs="admin" title={t('title')} intro={t('intro')} action={isAdmin && <FullBackup />}>
      <div className="flex flex-col gap-6">
        <BackupWarnings />
        <Backups />
      </div>
    </Page>
  );
}
