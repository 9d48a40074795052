import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/ui/notice';
import { useConfig } from '@/lib/session';

/** Says, where no real money moves, that it does not; needs the namespace `checkout`. */
export function TestPayments() {
  const { t } = useTranslation('checkout');
  const mode = useConfig()?.payments.mode;
  if (mode !== 'test' && mode !== 'sandbox') return null;
  return (
    <Notice tone="caution" className="mb-6">
      <strong>{t('test.title')}.</strong> {t(mode === 'test' ? 'test.text' : 'test.sandbox')}
    </Notice>
  );
}
