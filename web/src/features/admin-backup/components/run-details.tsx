import type { BackupDetail } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { useLanguage } from '@/i18n/use-language';
import { useLengthWords } from '@/i18n/use-length-words';
import { runQuery } from '@/lib/media-runs';
import { formatMoment } from '@/lib/moments';
import { RunStatus, useRunName } from './run-words';

function Failures({ failures }: Pick<BackupDetail, 'failures'>) {
  const { t } = useTranslation(['backup', 'imageHealth']);
  if (failures.length === 0) return <p className="text-ink-2">{t('run.noFailures')}</p>;
  return (
    <section aria-labelledby="run-failures">
      <h3 id="run-failures" className="mb-1">
        {t('run.failures')}
      </h3>
      <ul className="max-h-80 overflow-y-auto">
        {failures.map(({ imageId, filename, reason }) => (
          <li key={`${imageId}:${reason}`} className="border-b border-line py-2 last:border-b-0">
            <span className="block wrap-anywhere">{filename}</span>
            <span className="text-sm text-ink-2">{t(`imageHealth:reason.${reason}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ run }: { run: BackupDetail }) {
  const { t } = useTranslation('backup');
  const language = useLanguage();
  const lengthWords = useLengthWords();
  const { startTime, endTime, totalImages, successfulBackups, failedBackups } = run;
  const counts = t('logs.successful', { ok: successfulBackups, total: totalImages });
  const rows = [
    [t('run.started'), formatMoment(startTime, language)],
    [t('run.ended'), endTime && formatMoment(endTime, language)],
    [
      t('run.duration'),
      endTime && lengthWords((Date.parse(endTime) - Date.parse(startTime)) / 1000),
    ],
    [
      t('run.images'),
      failedBackups > 0 ? `${counts} · ${t('logs.failedCount', { count: failedBackups })}` : counts,
    ],
    [t('run.place'), run.backupPath],
    [t('run.why'), run.errorMessage && t(`reason.${run.errorMessage}`)],
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
      {rows.map(
        ([label, value]) =>
          value && (
            <div key={label} className="contents">
              <dt className="text-ink-2">{label}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Details({ id }: { id: string }) {
  const { t } = useTranslation('backup');
  const run = useQuery(runQuery(id));
  if (run.isPending) return <Skeleton className="h-48" />;
  if (run.data === undefined)
    return (
      <ErrorState title={t('run.failed')} error={run.error} onRetry={() => void run.refetch()} />
    );
  return (
    <div className="flex flex-col gap-4">
      <RunStatus status={run.data.status} />
      <Facts run={run.data} />
      <Failures failures={run.data.failures} />
    </div>
  );
}

interface RunDetailsProps {
  id: string;
  type: BackupDetail['backupType'];
  open: boolean;
  onClose: () => void;
}

/** One run with every failure. */
export function RunDetails({ id, type, open, onClose }: RunDetailsProps) {
  const nameOf = useRunName();
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={nameOf(type)}>
      <Details id={id} />
    </Dialog>
  );
}
