import type { CompleteBackupStatus } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { ageSeconds, CompleteBackupBadge, NoCompleteBackup } from '@/components/complete-backup';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/facts';
import { Loaded } from '@/components/ui/loaded';
import { Notice } from '@/components/ui/notice';
import { useDurationText } from '@/i18n/enum-labels';
import { useLanguage } from '@/lib/language';
import { useCompleteBackup } from '@/lib/complete-backup';
import { formatDateTime } from '@/lib/dates';
import { formatBytes, formatInteger } from '@/lib/numbers';

const SECONDS_PER_MINUTE = 60;

function State({ status }: { status: CompleteBackupStatus }) {
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
  return <Facts rows={rows} />;
}

function Content({ status }: { status: CompleteBackupStatus }) {
  const { t } = useTranslation('backup');
  const language = useLanguage();
  const { failure, last, isExpected } = status;
  return (
    <>
      <CompleteBackupBadge status={status} />
      {failure && (
        <Notice tone="danger">
          {t(`complete.failure.${failure.run}`, { date: formatDateTime(failure.at, language) })}{' '}
          {t(`complete.step.${failure.step}`)}
        </Notice>
      )}
      {last ? <State status={status} /> : <NoCompleteBackup isExpected={isExpected} />}
      <p className="text-sm text-ink-3">{t('complete.password')}</p>
    </>
  );
}

/** Copies of everything, which a program outside the product makes: the newest, the last drill, what failed. */
export function CompleteBackupCard() {
  const { t } = useTranslation('backup');
  return (
    <Card className="flex flex-col items-start gap-3">
      <h2 className="text-lg">{t('complete.title')}</h2>
      <p className="text-ink-2">{t('complete.text')}</p>
      <Loaded query={useCompleteBackup()} failed={t('complete.failedToLoad')} height="h-28 w-full">
        {(status) => <Content status={status} />}
      </Loaded>
    </Card>
  );
}
