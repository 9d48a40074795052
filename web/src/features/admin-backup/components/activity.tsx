import type { BackupLog } from '@ctdb/contracts';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Progress } from '@/components/ui/progress';
import { useLanguage } from '@/i18n/use-language';
import { useTranslation } from '@/i18n/use-translation';
import { formatMoment } from '@/lib/moments';
import { RunDetails } from './run-details';
import { RunStatus, useRunName } from './run-words';

function Row({ log }: { log: BackupLog }) {
  const { t } = useTranslation('backup');
  const language = useLanguage();
  const nameOf = useRunName();
  const [open, setOpen] = useState(false);
  const { successfulBackups, failedBackups, totalImages } = log;
  const started = formatMoment(log.startTime, language);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3 last:border-b-0">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <RunStatus status={log.status} />
          <span className="font-semibold">{nameOf(log.backupType)}</span>
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
        aria-label={t('logs.detailsOf', { name: `${nameOf(log.backupType)}, ${started}` })}
        onClick={() => setOpen(true)}
      >
        {t('logs.details')}
      </Button>
      <RunDetails id={log.id} type={log.backupType} open={open} onClose={() => setOpen(false)} />
    </li>
  );
}

/** The latest runs, newest first. */
export function Activity({ logs }: { logs: readonly BackupLog[] }) {
  const { t } = useTranslation('backup');
  return (
    <section aria-labelledby="activity-title">
      <h2 id="activity-title" className="mb-2 text-lg">
        {t('logs.title')}
      </h2>
      {logs.length === 0 ? (
        <p className="text-ink-2">{t('logs.none')}</p>
      ) : (
        <ul>
          {logs.map((log) => (
            <Row key={log.id} log={log} />
          ))}
        </ul>
      )}
    </section>
  );
}
