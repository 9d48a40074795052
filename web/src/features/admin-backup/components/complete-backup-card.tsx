import type { CompleteBackupStatus } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { ErrorState, Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { useDurationText } from '@/i18n/enum-labels';
import { useLanguage } from '@/lib/language';
import { serverNow } from '@/lib/clock';
import { formatDateTime } from '@/lib/dates';
import { formatBytes, formatInteger } from '@/lib/numbers';
import { useCompleteBackup } from '../api/backups';

const SECONDS_PER_MINUTE = 60;
const ageSeconds = (at: string): number => Math.max(0, (serverNow() - Date.parse(at)) / 1_000);

/** Whether the newest copy is younger than the installation allows. */
function State({ status }: { status: CompleteBackupStatus }) {
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

function Facts({ status }: { status: CompleteBackupStatus }) {
  const { t } = useTranslation('backup');
  const language = useLanguage();
  const durationText = useDurationText();
  const { last, lastDrill, lastRestore, drillPassedAt, rpoMinutes, isExpected } = status;
  const date = (at: string) => formatDateTime(at, language);
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
  return (
    <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[auto_1fr] sm:gap-y-1">
      {rows.map(
        ([label, value]) =>
          value && (
            <div key={label} className="sm:contents">
              <dt className="text-ink-2">{label}</dt>
              <dd className="min-w-0 wrap-anywhere tabular-nums">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Content({ status }: { status: CompleteBackupStatus }) {
  const { t } = useTranslation('backup');
  const language = useLanguage();
  const { failure, last, isExpected } = status;
  return (
    <>
      <State status={status} />
      {failure && (
        <Notice tone="danger">
          {t(`complete.failure.${failure.run}`, { date: formatDateTime(failure.at, language) })}{' '}
          {t(`complete.step.${failure.step}`)}
        </Notice>
      )}
      {last ? (
        <Facts status={status} />
      ) : (
        <p className="text-ink-2">{t(isExpected ? 'complete.none' : 'complete.notExpected')}</p>
      )}
      {!last && !isExpected && (
        <p className="text-ink-2">
          <span>{t('complete.command')}</span> <code className="text-ink">npm run backup</code>
        </p>
      )}
      <p className="text-sm text-ink-3">{t('complete.password')}</p>
    </>
  );
}

/** Copies of everything, which a program outside the product makes: the newest, the last drill, what failed. */
export function CompleteBackupCard() {
  const { t } = useTranslation('backup');
  const { data, isError, error, refetch } = useCompleteBackup();
  return (
    <Card className="flex flex-col items-start gap-3">
      <h2 className="text-lg">{t('complete.title')}</h2>
      <p className="text-ink-2">{t('complete.text')}</p>
      {data && <Content status={data} />}
      {!data && isError && (
        <ErrorState title={t('complete.failedToLoad')} query={{ error, refetch }} />
      )}
      {!data && !isError && <Skeleton className="h-28 w-full" />}
    </Card>
  );
}
