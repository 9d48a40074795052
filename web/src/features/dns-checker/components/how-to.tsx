import { useTranslation } from 'react-i18next';
import { Card } from '@/components/ui/card';
import { LinkButton } from '@/components/ui/link-button';

const steps = ['deploy', 'add', 'update', 'wait', 'verify'] as const;

/** How a domain comes to lead here, in five steps. */
export function HowTo() {
  const { t } = useTranslation('dns');
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-lg">{t('how.title')}</h2>
      <ol className="flex list-decimal flex-col gap-3 ps-6">
        {steps.map((step) => (
          <li key={step}>
            <span className="block font-semibold">{t(`how.${step}.title`)}</span>
            <span className="text-ink-2">{t(`how.${step}.text`)}</span>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <LinkButton to="/deployment">{t('how.toDeployment')}</LinkButton>
        <LinkButton to="/domain-setup">{t('how.toSetup')}</LinkButton>
      </div>
    </Card>
  );
}
