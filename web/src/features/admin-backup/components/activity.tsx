import type { BackupLog } from '@ctdb/contracts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Progress } from '@/components/ui/progress';
import { useLanguage } from '@/i18n/use-language';
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
    <li className="flex items-center justify-between gap-4 border-b border-line py-3 last:border-b-0">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
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

/** As many as leave the rest of the page in reach on a phone. */
const AT_FIRST = 8;

/** The latest runs, newest first. */
export function Activity({ logs }: { logs: readonly BackupLog[] }) {
  const { t } = useTranslation(['backup', 'common']);
  const [all, showAll] = useState(false);
  const shown = all ? logs : logs.slice(0, AT_FIRST);
  const list = useRef<HTMLUListElement>(null);
  // The button that was pressed is gone: go on with what it has shown.
  useEffect(() => {
    if (all) list.current?.children[AT_FIRST]?.querySelector('button')?.focus();
  }, [all]);
  return (
    <section aria-labelledby="activity-title">
      <h2 id="activity-title" className="mb-2 text-lg">
        {t('logs.title')}
      </h2>
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
            <Button className="mt-3" onClick={() => showAll(true)}>
              {t('common:action.showMore')}
            </Button>
          )}
        </>
      )}
    </section>
  );
}
