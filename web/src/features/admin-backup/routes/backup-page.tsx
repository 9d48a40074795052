import type { CompleteBackupStatus } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { ageSeconds, CompleteBackupBadge, NoCompleteBackup } from '@/components/complete-backup';
import { Page } from '@/components/layout/page';
import { Button, Spinner } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/facts';
import { Loaded } from '@/components/ui/loaded';
import { ErrorState, Notice } from '@/components/ui/notice';
import { useDurationText } from '@/i18n/enum-labels';
import { useCompleteBackup, useWarningText } from '@/lib/overview';
import { useDates } from '@/lib/dates';
import { formatBytes, formatInteger } from '@/lib/numbers';
import { useSession } from '@/lib/session';
import { useBackupStatus, useStartRun } from '../api/backups';
import { DrillCard, RestoreCard, StatCards } from '../components/backup-cards';
import { RecentRuns } from '../components/recent-runs';

const SECONDS_PER_MINUTE = 60;

function CompleteBackupFacts({ status }: { status: CompleteBackupStatus }) {
  const { t } = useTranslation('backup');
  const { formatDateTime: date } = useDates();
  const durationText = useDurationText();
  const { last, lastDrill, lastRestore, drillPassedAt, rpoMinutes, isExpected } = status;
  const documents = last?.databases.reduce((sum, each) => sum + each.documents, 0);
  const rows = [
    [t('complete.at'), last && date(last.startedAt)],
    [t('complete.age'), last && durationText(ageSeconds(last.startedAt))],
    [t('complete.size'), last && formatBytes(last.bytes)],
    [t('complete.documents'), documents && formatInteger(documents)],
    [t('complete.duration'), last && durationText(last.seconds)],
    [t('complete.place'), last && t(`complete.places.${last.place ?? 'unknown'}`)],
    [
      t('complete.rpo'),
      // On the disk of the data all may be lost.
      isExpected &&
        last?.place === 'otherServer' &&
        rpoMinutes &&
        durationText(rpoMinutes * SECONDS_PER_MINUTE),
    ],
    [
      t('complete.drill'),
      lastDrill
        ? `${t(lastDrill.passed ? 'drill.passed' : 'drill.notPassed')}, ${date(lastDrill.at)}`
        : t('complete.noDrill'),
    ],
    [t('drill.lastPassed'), !lastDrill?.passed && drillPassedAt && date(drillPassedAt)],
    [
      t('complete.rto'),
      lastDrill?.restoreSeconds !== undefined && durationText(lastDrill.restoreSeconds),
    ],
    [
      t('complete.restored'),
      lastRestore && `${date(lastRestore.at)}, ${durationText(lastRestore.restoreSeconds)}`,
    ],
  ] as const;
  return <Facts rows={rows} />;
}

/** Copies of everything, which a program outside the product makes: the newest, the last drill, what failed. */
function CompleteBackupCard() {
  const { t } = useTranslation('backup');
  const { formatDateTime } = useDates();
  return (
    <Card className="flex flex-col items-start gap-3">
      <h2 className="text-lg">{t('complete.title')}</h2>
      <p className="text-ink-2">{t('complete.text')}</p>
      <Loaded query={useCompleteBackup()} failed={t('complete.failedToLoad')} height="h-28 w-full">
        {(status) => (
          <>
            <CompleteBackupBadge status={status} />
            {status.failure && (
              <Notice tone="danger">
                {t(`complete.failure.${status.failure.run}`, {
                  date: formatDateTime(status.failure.at),
                })}{' '}
                {t(`complete.step.${status.failure.step}`)}
              </Notice>
            )}
            {status.last ? (
              <CompleteBackupFacts status={status} />
            ) : (
              <NoCompleteBackup isExpected={status.isExpected} />
            )}
            <p className="text-sm text-ink-3">{t('complete.password')}</p>
          </>
        )}
      </Loaded>
    </Card>
  );
}

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
