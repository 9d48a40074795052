import type { DeploymentStatus } from '@ctdb/contracts';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '@/components/confirm-button';
import { DomainFindings } from '@/components/domain-findings';
import { buttonStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { toast } from '@/lib/toast';
import { useVerifyDeployment } from '../api/deployments';

interface OutcomeProps {
  status: DeploymentStatus;
}

/** A link to the active site; only for HTTP and HTTPS URLs. */
export function DeploymentSuccess({ status }: OutcomeProps) {
  const { t } = useTranslation(['deployment', 'findings']);
  const { deploymentUrl } = status.details;
  if (status.stage !== 'completed') return null;
  return (
    <Notice tone="success">
      <p className="font-semibold">{t(`success.${status.kind}`)}</p>
      {deploymentUrl && /^https?:\/\//.test(deploymentUrl) && (
        <>
          <p className="mb-3 wrap-anywhere text-ink-2">{deploymentUrl}</p>
          <a
            href={deploymentUrl}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonStyle({ variant: 'primary' })}
          >
            <ExternalLink aria-hidden />
            {t('visit')}
          </a>
        </>
      )}
    </Notice>
  );
}

/** Lists the problems of an active release's unverified domain, with a button to check again. */
export function VerificationNotice({ status }: OutcomeProps) {
  const { t } = useTranslation(['deployment', 'findings']);
  const verify = useVerifyDeployment(status.deploymentId);
  if (!status.isUnverified) return null;

  const checkAgain = async () => {
    const { isUnverified } = await verify();
    if (isUnverified) toast.info(t('verify.notYet'), { description: t('verify.notYetText') });
    else toast.success(t('verify.done'));
  };
  return (
    <Notice tone="caution">
      <p className="mb-3">{t('verify.text')}</p>
      <ActionButton failed={t('verify.failed')} run={checkAgain}>
        {t('verify.action')}
      </ActionButton>
    </Notice>
  );
}

/** The reason of a failure, and the open problems of the domain. */
export function DeploymentIssues({ status }: OutcomeProps) {
  const { t } = useTranslation(['deployment', 'findings']);
  const { findings } = status.details;
  const { fault: errorCode, domain = '' } = status;
  return (
    <>
      {errorCode && (
        <Notice tone="danger">
          <p className="font-semibold">{t(`findings:fault.${errorCode}.is`)}</p>
          <p>{t(`findings:fault.${errorCode}.todo`)}</p>
        </Notice>
      )}
      {findings.length > 0 && <DomainFindings findings={findings} domain={domain} />}
    </>
  );
}
