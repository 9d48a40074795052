import type { BackupDetail, BackupLog } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/notice';
import { Progress, Skeleton } from '@/components/ui/progress';
import { UserText } from '@/components/ui/prose';
import { Section } from '@/components/ui/section';
import { useDurationText } from '@/i18n/enum-labels';
import { useLanguage } from '@/lib/language';
import { formatDateTime } from '@/lib/dates';
import { runQuery } from '@/lib/media-runs';

const tones = { completed: 'green', running: 'blue', failed: 'red' } as const;
const known = (status: string): status is keyof typeof tones => status in tones;

/** The state of a run; an unknown state is gray. */
function RunStatus({ status }: { status: string }) {
  const { t } = useTranslation('backup');
  return (
    <Badge tone={known(status) ? tones[status] : 'gray'}>
      {t(`logs.status.${known(status) ? status : 'other'}`)}
    </Badge>
  );
}

/** The name of a run; every backup except a full one is an automatic one. */
const useRunName = () => {
  const { t } = useTranslation('backup');
  return (type: BackupLog['backupType']): string =>
    t(
      `logs.type.${type === 'full' || type === 'restore' || type === 'drill' ? type : 'automatic'}`,
    );
};

function Failures({ failures }: Pick<BackupDetail, 'failures'>) {
  const { t } = useTranslation(['backup', 'imageHealth']);
  if (failures.length === 0) return <p className="text-ink-2">{t('run.noFailures')}</p>;
  return (
    <Section id="run-failures" title={t('run.failures')} heading="h3" headingClass="mb-1">
      <ul className="max-h-80 overflow-y-auto">
        {failures.map(({ imageId, filename, reason }) => (
          <li key={`${imageId}:${reason}`} className="border-b border-line py-2 last:border-b-0">
            <UserText className="block">{filename}</UserText>
            <span className="text-sm text-ink-2">{t(`imageHealth:reason.${reason}`)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Facts({ run }: { run: BackupDetail }) {
  const { t } = useTranslation('backup');
  const language = useLanguage();
  const durationText = useDurationText();
  const { startTime, endTime, totalImages, successfulBackups, failedBackups } = run;
  const counts = t('logs.successful', { ok: successfulBackups, total: totalImages });
  const rows = [
    [t('run.started'), formatDateTime(startTime, language)],
    [t('run.ended'), endTime && formatDateTime(endTime, language)],
    [
      t('run.duration'),
      endTime && durationText((Date.parse(endTime) - Date.parse(startTime)) / 1000),
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
  if (run.data === undefined) return <ErrorState title={t('run.failed')} query={run} />;
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
function RunDetails({ id, type, open, onClose }: RunDetailsProps) {
  const toRunName = useRunName();
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={toRunName(type)}>
      <Details id={id} />
    </Dialog>
  );
}

function Row({ log }: { log: BackupLog }) {
  const { t } = useTranslation('backup');
  const language = useLanguage();
  const toRunName = useRunName();
  const [open, setOpen] = useState(false);
  const { successfulBackups, failedBackups, totalImages } = log;
  const started = formatDateTime(log.startTime, language);
  return (
    <li className="flex items-center justify-between gap-4 border-b border-line py-3 last:border-b-0">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <RunStatus status={log.status} />
          <span className="font-semibold">{toRunName(log.backupType)}</span>
        </p>
        <p className="text-sm text-ink-2 tabular-nums">
          <time dateTime={log.startTime}>{started}</time> ·{' '}
          {t('logs.successful', { ok: successfulBackups, total: totalImages })}
          {failedBackups > 0 && (
            <span className="text-danger">
              {' · '}
              {t('logs.failedCount', { count: failedBackups })}
            </span>
          )}
        </p>
        {log.status === 'running' && totalImages > 0 && (
          <Progress
            label={t('logs.progress')}
            value={successfulBackups + failedBackups}
            max={totalImages}
          />
        )}
      </div>
      <Button
        size="small"
        aria-label={t('logs.detailsOf', { name: `${toRunName(log.backupType)}, ${started}` })}
        onClick={() => setOpen(true)}
      >
        {t('logs.details')}
      </Button>
      <RunDetails id={log.id} type={log.backupType} open={open} onClose={() => setOpen(false)} />
    </li>
  );
}

/** Number of initially visible runs, so that the list stays short on a phone. */
const INITIAL_COUNT = 8;

/** The latest runs, newest first. */
export function RecentRuns({ logs }: { logs: readonly BackupLog[] }) {
  const { t } = useTranslation(['backup', 'common']);
  const [showsAll, setShowAll] = useState(false);
  const shown = showsAll ? logs : logs.slice(0, INITIAL_COUNT);
  const list = useRef<HTMLUListElement>(null);
  // The clicked button is removed: move the focus to the first run that it has revealed.
  useEffect(() => {
    if (showsAll) list.current?.children[INITIAL_COUNT]?.querySelector('button')?.focus();
  }, [showsAll]);
  return (
    <Section id="activity-title" title={t('logs.title')} headingClass="mb-2 text-lg">
      {logs.length === 0 ? (
        <p className="text-ink-2">{t('logs.none')}</p>
      ) : (
        <>
          <ul ref={list}>
            {shown.map((log) => (
              <Row key={log.id} log={log} />
            ))}
          </ul>
          {shown.length < logs.length && (
            <Button className="mt-3" onClick={() => setShowAll(true)}>
              {t('common:action.showMore')}
            </Button>
          )}
        </>
      )}
    </Section>
  );
}
