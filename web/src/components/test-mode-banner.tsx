import type { PaymentMode } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/ui/notice';

interface TestModeBannerProps {
  mode: PaymentMode | null | undefined;
  className?: string;
}

/** A banner of the test modes: payments take no real money. Needs the namespace `checkout`. */
export function TestModeBanner({ mode, className }: TestModeBannerProps) {
  const { t } = useTranslation('checkout');
  if (mode !== 'test' && mode !== 'sandbox') return null;
  return (
    <Notice tone="caution" className={className} title={t('test.title')}>
      {t(mode === 'test' ? 'test.text' : 'test.sandbox')}
    </Notice>
  );
}
