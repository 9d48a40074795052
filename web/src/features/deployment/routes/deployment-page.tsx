import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { Card } from '@/components/ui/card';
import { toast } from '@/lib/toast';
import { hasEnded, type StartProps, useDeployments } from '../api/deployments';
import { DeployForm } from '../components/deploy-form';
import { History, Releases } from '../components/lists';
import { StatusCard } from '../components/status-card';

const phases = ['building', 'cloud', 'dns', 'ssl'] as const;

/** Explains the steps of a deployment. */
function DeploymentPhases() {
  const { t } = useTranslation('deployment');
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-lg">{t('phases.title')}</h2>
      <ol className="flex list-decimal flex-col gap-3 ps-6">
        {phases.map((phase) => (
          <li key={phase}>
            <span className="block font-semibold">{t(`phases.${phase}.title`)}</span>
            <span className="text-ink-2">{t(`phases.${phase}.text`)}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Deployments() {
  const { t } = useTranslation('deployment');
  const [search, setSearch] = useSearchParams();
  const newest = useDeployments(1).data?.items ?? [];
  const activeId = newest.find((one) => !hasEnded(one))?.deploymentId;
  // The deployment in the URL, else the running one, else the last one.
  const shown = search.get('id') ?? activeId ?? newest[0]?.deploymentId;
  const show: StartProps['onStarted'] = ({ deploymentId: id, alreadyRunning }, text) => {
    if (alreadyRunning) toast.info(t('alreadyRunning'), { description: t('alreadyRunningText') });
    else toast.success(text);
    setSearch({ id }, { replace: true });
  };
  const running = activeId !== undefined;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[3fr_2fr]">
      <div className="flex min-w-0 flex-col gap-8">
        <DeployForm running={running} onStarted={show} />
        {shown && <StatusCard key={shown} id={shown} />}
        <History shown={shown} />
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        <DeploymentPhases />
        <Releases running={running} onStarted={show} />
      </div>
    </div>
  );
}

/** Starts and shows deployments, and rolls back to an earlier release. */
export default function DeploymentPage() {
  const { t } = useTranslation('deployment');
  return (
    <Page needs="admin" title={t('title')} intro={t('intro')}>
      <Deployments />
    </Page>
  );
}
