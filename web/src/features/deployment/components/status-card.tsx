import { useTranslation } from 'react-i18next';
import { Skeleton } from '@/components/ui/skeleton';
import { StageBadge } from '@/components/deployments/stage-badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/error-state';
import { Notice } from '@/components/ui/notice';
import { Progress } from '@/components/ui/progress';
import { useLanguage } from '@/i18n/use-language';
import { isCode } from '@/lib/api';
import { formatClock, formatMoment } from '@/lib/moments';
import { toast } from '@/lib/toast';
import { isOver, useRefreshHistory } from '../api/deployments';
import { useFollow } from '../model/use-follow';
import { BuildLog } from './build-log';
import { Issues, Success, Unverified } from './outcome';
import { Timeline } from './timeline';

/** One deployment, live. Give it the id as its key. */
export function StatusCard({ id }: { id: string }) {
  const { t } = useTranslation(['deployment', 'ops']);
  const language = useLanguage();
  const refresh = useRefreshHistory();
  const { query, status, stopped, followAgain } = useFollow(id, (ended) => {
    refresh();
    const why = ended.details.fault ?? ended.fault;
    if (ended.stage === 'completed') toast.success(t(`success.${ended.kind}`));
    else toast.error(t('failed'), why && { description: t(`fault.${why}.is`) });
  });

  if (isCode(query.error, 'NOT_FOUND'))
    return <ErrorState title={t('unknown')} error={query.error} />;
  if (!status && !stopped) return <Skeleton className="h-80" />;
  const stoppedNotice = stopped && (
    <Notice tone="caution" role="alert">
      <p className="mb-3">{t('stopped')}</p>
      <Button onClick={followAgain}>{t('followAgain')}</Button>
    </Notice>
  );
  if (!status) return stoppedNotice;
  const { details, progress, stage, timestamp } = status;
  return (
    <Card className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-lg wrap-anywhere">{status.projectName}</h2>
        <StageBadge stage={stage} />
        <p className="w-full text-sm wrap-anywhere text-ink-2">
          {t(`ops:kind.${status.kind}`)} ·{' '}
          {t('startedBy', {
            name: status.startedBy,
            when: formatMoment(status.startedAt, language),
          })}
          {status.domain && ` · ${status.domain}`}
        </p>
      </div>
      <div className="flex flex-col gap-2">
        <div className="flex items-baseline justify-between gap-4">
          <p role="status">{status.message}</p>
          <span className="font-semibold tabular-nums">{progress}%</span>
        </div>
        <Progress label={t('progress')} value={progress} />
        <p className="text-sm text-ink-3">
          {t('lastUpdated')}:{' '}
          <time dateTime={timestamp}>
            {isOver(status) ? formatMoment(timestamp, language) : formatClock(timestamp)}
          </time>
        </p>
      </div>
      {stoppedNotice}
      <Success status={status} />
      <Unverified status={status} />
      <Issues status={status} />
      <Timeline status={status} />
      <BuildLog lines={details.buildLogs} isCut={details.isLogCut} />
    </Card>
  );
}
