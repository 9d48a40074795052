import { useTranslation } from 'react-i18next';
import { StageBadge } from '@/components/deployments/stage-badge';
import { useLanguage } from '@/i18n/use-language';
import { formatMoment } from '@/lib/moments';
import type { Overview } from '../api/overview';
import { Facts, Part } from './part';

/** What was deployed last, and how that went. */
export function DeploymentPart({ deployment }: Pick<Overview, 'deployment'>) {
  const { t } = useTranslation(['operations', 'ops']);
  const language = useLanguage();
  return (
    <Part
      title={t('deployment.title')}
      to="/deployment"
      link={t('deployment.more')}
      away={deployment === undefined}
    >
      {deployment ? (
        <Facts
          rows={[
            [
              t('deployment.project'),
              <>
                {deployment.projectName} <StageBadge key="stage" stage={deployment.stage} />
              </>,
            ],
            [t('deployment.kind'), t(`ops:kind.${deployment.kind}`)],
            [
              t('deployment.started'),
              t('deployment.by', {
                when: formatMoment(deployment.startedAt, language),
                name: deployment.startedBy,
              }),
            ],
          ]}
        />
      ) : (
        <p className="text-ink-2">{t('deployment.none')}</p>
      )}
    </Part>
  );
}
