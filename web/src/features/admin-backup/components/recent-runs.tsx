import type { BackupDetail, BackupLog } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Facts } from '@/components/ui/facts';
import { ListRow } from '@/components/ui/list-row';
import { Loaded } from '@/components/ui/loaded';
import { Progress } from '@/components/ui/progress';
import { UserText } from '@/components/ui/prose';
import { Section } from '@/components/ui/section';
import { useDurationText } from '@/i18n/enum-labels';
import { useDates } from '@/lib/dates';
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

/** One run with every failure. */
function Details({ run }: { run: BackupDetail }) {
  const { t } = useTranslation(['backup', 'imageHealth']);
  const { formatDateTime } = useDates();
  const durationText = useDurationText();
  const { startTime, endTime, totalImages, successfulBackups, failedBackups, failures } = run;
  const counts = t('logs.successful', { ok: successfulBackups, total: totalImages });
  const rows = [
    [t('run.started'), formatDateTime(startTime)],
    [t('run.ended'), endTime && formatDateTime(endTime)],
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
    <div className="flex flex-col gap-4">
      <RunStatus status={run.status} />
      <Facts rows={rows} />
      {failures.length === 0 ? (
        <p className="text-ink-2">{t('run.noFailures')}</p>
      ) : (
        <Section id="run-failures" title={t('run.failures')} heading="h3" headingClass="mb-1">
          <ul className="max-h-80 overflow-y-auto">
            {failures.map(({ imageId, filename, reason }) => (
              <li
                key={`${imageId}:${reason}`}
                className="border-b border-line py-2 last:border-b-0"
              >
                <UserText className="block">{filename}</UserText>
                <span className="text-sm text-ink-2">{t(`imageHealth:reason.${reason}`)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

function LoadedDetails({ id }: { id: string }) {
  const { t } = useTranslation('backup');
  return (
    <Loaded query={useQuery(runQuery(id))} failed={t('run.failed')} height="h-48">
      {(run) => <Details run={run} />}
    </Loaded>
  );
}

function Row({ log }: { log: BackupLog }) {
  const { t } = useTranslation('backup');
  const { formatDateTime } = useDates();
  const type = log.backupType;
  const isNamed = type === 'full' || type === 'restore' || type === 'drill';
  // Every other run is an automatic backup.
  const name = t(`logs.type.${isNamed ? type : 'automatic'}`);
  const [open, setOpen] = useState(false);
  const { successfulBackups, failedBackups, totalImages } = log;
  const started = formatDateTime(log.startTime);
  return (
    <ListRow
      title={name}
      badges={<RunStatus status={log.status} />}
      actions={
        <Button
          size="small"
          aria-label={t('logs.detailsOf', { name: `${name}, ${started}` })}
          onClick={() => setOpen(true)}
        >
          {t('logs.details')}
        </Button>
      }
      below={
        <Dialog shape="drawer" open={open} onOpenChange={setOpen} title={name}>
          <LoadedDetails id={log.id} />
        </Dialog>
      }
    >
      <p>
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
    </ListRow>
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
