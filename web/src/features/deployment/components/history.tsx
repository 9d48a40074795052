import type { Deployment } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { StageBadge } from '@/components/deployment-stage-badge';
import { buttonStyle } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/notice';
import { Pagination } from '@/components/ui/pagination';
import { Skeleton } from '@/components/ui/progress';
import { useDurationText } from '@/i18n/enum-labels';
import { useLanguage } from '@/lib/language';
import { formatDateTime } from '@/lib/dates';
import { useDeployments } from '../api/deployments';

function Row({ deployment, isShown }: { deployment: Deployment; isShown: boolean }) {
  const { t } = useTranslation(['deployment', 'findings', 'ops']);
  const language = useLanguage();
  const durationText = useDurationText();
  const { deploymentId, projectName, startedAt, endedAt, startedBy, fault } = deployment;
  const started = formatDateTime(startedAt, language);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3 last:border-b-0">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-semibold wrap-anywhere">{projectName}</span>
          <StageBadge stage={deployment.stage} />
        </p>
        <p className="text-sm text-ink-2 tabular-nums wrap-anywhere">
          {t(`ops:kind.${deployment.kind}`)} · {t('startedBy', { name: startedBy, when: started })}
          {endedAt && ` · ${durationText((Date.parse(endedAt) - Date.parse(startedAt)) / 1_000)}`}
        </p>
        {fault && <p className="text-sm text-danger">{t(`findings:fault.${fault}.is`)}</p>}
        {deployment.isUnverified && (
          <p className="text-sm text-caution">{t('history.unverified')}</p>
        )}
      </div>
      <Link
        to={`/deployment?id=${deploymentId}`}
        aria-current={isShown || undefined}
        aria-label={t(isShown ? 'history.shownNamed' : 'history.showNamed', {
          name: `${projectName}, ${started}`,
        })}
        className={buttonStyle({ size: 'small' })}
      >
        {t(isShown ? 'history.shown' : 'history.show')}
      </Link>
    </li>
  );
}

/** Every deployment and roll back, newest first. */
export function History({ shown }: { shown: string | undefined }) {
  const { t } = useTranslation('deployment');
  const [page, setPage] = useState(1);
  const { data, isPending, error, refetch } = useDeployments(page);
  return (
    <section aria-labelledby="history-title">
      <h2 id="history-title" className="text-lg">
        {t('history.title')}
      </h2>
      {isPending && <Skeleton className="mt-3 h-40" />}
      {error && !data && <ErrorState title={t('history.failed')} query={{ error, refetch }} />}
      {data?.items.length === 0 && <p className="mt-2 text-ink-2">{t('history.none')}</p>}
      <ul>
        {data?.items.map((deployment) => (
          <Row
            key={deployment.deploymentId}
            deployment={deployment}
            isShown={deployment.deploymentId === shown}
          />
        ))}
      </ul>
      {data && data.pages > 1 && (
        <Pagination page={page} pages={data.pages} onPage={setPage} className="mt-4" />
      )}
    </section>
  );
}
