import { useTranslation } from 'react-i18next';
import { Steps } from './steps';

/** The way as a whole. */
export function OverviewTab() {
  const { t } = useTranslation('domainSetup');
  const names = ['deploy', 'records', 'provider', 'verify'] as const;
  return (
    <Steps
      steps={names.map((name) => ({
        title: t(`overview.${name}.title`),
        text: t(`overview.${name}.text`),
      }))}
    />
  );
}
