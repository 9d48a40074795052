import { formatFileSize, type Release } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '@/components/confirm-button';
import { Badge } from '@/components/ui/badge';
import { ListRow } from '@/components/ui/list-row';
import { Loaded } from '@/components/ui/loaded';
import { Section } from '@/components/ui/section';
import { useDates } from '@/lib/dates';
import { call, currentQuery, routes } from '@/lib/api';
import { type StartProps, useRefreshHistory } from '../api/deployments';

function Row({ release, running, onStarted }: StartProps & { release: Release }) {
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
                <Row key={release.id} release={release} {...props} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
