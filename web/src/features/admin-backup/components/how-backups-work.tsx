import { useTranslation } from 'react-i18next';
import { Card } from '@/components/ui/card';

/** What is copied when, how it is checked, and where it lies. */
export function HowBackupsWork({ directory }: { directory: string }) {
  const { t } = useTranslation('backup');
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-lg">{t('how.title')}</h2>
      <ul className="flex list-disc flex-col gap-2 ps-5 text-ink-2">
        <li>{t('how.automatic')}</li>
        <li>{t('how.checksums')}</li>
      </ul>
      <p>
        <span className="block text-ink-2">{t('how.location')}</span>
        <code className="wrap-anywhere">{directory}</code>
      </p>
    </Card>
  );
}
