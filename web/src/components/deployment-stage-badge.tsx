import type { DeploymentStage } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { Spinner } from '@/components/ui/button';

/** The colors of the specification: blue, orange, purple, green, red. */
const tones = {
  preparing: 'blue',
  building: 'blue',
  deploying: 'blue',
  dns_checking: 'amber',
  ssl_setup: 'primary',
  completed: 'green',
  failed: 'red',
} as const;

/** The stage of a deployment; it shows a spinner while the server works. */
export function StageBadge({ stage }: { stage: DeploymentStage }) {
  const { t } = useTranslation('ops');
  return (
    <Badge tone={tones[stage]}>
      {tones[stage] === 'blue' && <Spinner />}
      <span>{t(`stage.${stage}`)}</span>
    </Badge>
  );
}
