import { useTranslation } from 'react-i18next';
import { Card } from '@/components/ui/card';

const phases = ['building', 'cloud', 'dns', 'ssl'] as const;

/** What happens in a deployment. */
export function Phases() {
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
