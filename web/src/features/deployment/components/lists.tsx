import { type Deployment, formatFileSize, type Release } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ConfirmButton } from '@/components/confirm-button';
import { StageBadge } from '@/components/deployment-stage-badge';
import { Badge } from '@/components/ui/badge';
import { buttonStyle } from '@/components/ui/button';
import { ListRow } from '@/components/ui/list-row';
import { Loaded } from '@/components/ui/loaded';
import { PagedList } from '@/components/ui/paged-list';
import { Section } from '@/components/ui/section';
import { useDurationText } from '@/i18n/enum-labels';
import { call, currentQuery, routes } from '@/lib/api';
import { useDates } from '@/lib/dates';
import { type StartProps, useDeployments, useRefreshHistory } from '../api/deployments';

function DeploymentRow({ deployment, isShown }: { deployment: Deployment; isShown: boolean }) {
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
          <DeploymentRow
            key={deployment.deploymentId}
            deployment={deployment}
            isShown={deployment.deploymentId === shown}
          />
        )}
      />
    </Section>
  );
}

function ReleaseRow({ release, running, onStarted }: StartProps & { release: Release }) {
  const { t } = useTranslation('deployment');
  const { formatDateTime } = useDates();
  const refresh = useRefreshHistory();
  const { projectName, domain, createdBy, hash, files, bytes, isActive } = release;
  const created = formatDateTime(release.createdAt);

  const goBack = async () => {
    const params = { id: release.id };
    const started = await call(routes.activateRelease, { params }).finally(refresh);
    onStarted(started, t('rollback.started'));
  };

  return (
    <ListRow
      title={projectName}
      badges={isActive && <Badge tone="green">{t('releases.live')}</Badge>}
      actions={
        !isActive && (
          <ConfirmButton
            size="small"
            disabled={running}
            aria-label={t('rollback.named', { name: `${projectName}, ${created}` })}
            action={t('rollback.action')}
            question={t('rollback.question', { name: projectName })}
            consequence={t('rollback.consequence', { when: created })}
            confirmVariant="primary"
            failed={t('rollback.failed')}
            run={goBack}
          />
        )
      }
    >
      <p>
        {t('releases.made', { when: created, name: createdBy })}
        {domain && ` · ${domain}`}
      </p>
      <p>
        <code>{hash.slice(0, 12)}</code> ·{' '}
        {t('releases.files', { count: files, size: formatFileSize(bytes) })}
      </p>
    </ListRow>
  );
}

/** The releases available for a rollback; the active one is marked. */
export function Releases(props: StartProps) {
  const { t } = useTranslation('deployment');
  const query = useQuery(currentQuery(['deployments', 'releases'], routes.listReleases));
  return (
    <Section id="releases-title" title={t('releases.title')} headingClass="mb-1 text-lg">
      <p className="text-ink-2">{t('releases.intro')}</p>
      <Loaded query={query} failed={t('releases.failed')} height="mt-3 h-40">
        {(releases) =>
          releases.length === 0 ? (
            <p className="mt-3">{t('releases.none')}</p>
          ) : (
            <ul>
              {releases.map((release) => (
                <ReleaseRow key={release.id} release={release} {...props} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
