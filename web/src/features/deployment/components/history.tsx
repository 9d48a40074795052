import type { Deployment } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { StageBadge } from '@/components/deployment-stage-badge';
import { buttonStyle } from '@/components/ui/button';
import { ListRow } from '@/components/ui/list-row';
import { PagedList } from '@/components/ui/paged-list';
import { Section } from '@/components/ui/section';
import { useDurationText } from '@/i18n/enum-labels';
import { useDates } from '@/lib/dates';
import { useDeployments } from '../api/deployments';

function Row({ deployment, isShown }: { deployment: Deployment; isShown: boolean }) {
  const { t } = useTranslation(['deployment', 'findings', 'ops']);
  const { formatDateTime } = useDates();
  const durationText = useDurationText();
  const { deploymentId, projectName, startedAt, endedAt, startedBy, fault } = deployment;
  const started = formatDateTime(startedAt);
  return (
    <ListRow
      title={projectName}
      badges={<StageBadge stage={deployment.stage} />}
      actions={
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
      }
    >
      <p>
        {t(`ops:kind.${deployment.kind}`)} · {t('startedBy', { name: startedBy, when: started })}
        {endedAt && ` · ${durationText((Date.parse(endedAt) - Date.parse(startedAt)) / 1_000)}`}
      </p>
      {fault && <p className="text-danger">{t(`findings:fault.${fault}.is`)}</p>}
      {deployment.isUnverified && <p className="text-caution">{t('history.unverified')}</p>}
    </ListRow>
  );
}

/** Every deployment and roll back, newest first. */
export function History({ shown }: { shown: string | undefined }) {
  const { t } = useTranslation('deployment');
  const [page, setPage] = useState(1);
  return (
    <Section id="history-title" title={t('history.title')} headingClass="text-lg">
      <PagedList
        query={useDeployments(page)}
        page={page}
        onPage={setPage}
        failed={t('history.failed')}
        height="mt-3 h-40"
        empty={<p className="mt-2 text-ink-2">{t('history.none')}</p>}
        row={(deployment) => (
          <Row
            key={deployment.deploymentId}
            deployment={deployment}
            isShown={deployment.deploymentId === shown}
          />
        )}
      />
    </Section>
  );
}
