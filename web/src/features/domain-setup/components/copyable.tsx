import { useTranslation } from 'react-i18next';
import { CopyButton } from '@/components/ui/tooltip';

/** A value to copy into the form of the domain provider. */
export function CopyableValue({ value, name }: { value: string; name: string }) {
  const { t } = useTranslation('domainSetup');
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <code className="min-w-0 wrap-anywhere">{value}</code>
      <CopyButton
        text={value}
        label={t('copy', { name })}
        copied={t('copied')}
        failed={t('copyFailed')}
      />
    </span>
  );
}
