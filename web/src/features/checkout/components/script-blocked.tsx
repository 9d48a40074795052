import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/ui/notice';
import type { Purchase } from '../model/use-purchase';
import { RedirectButton } from './redirect-button';

/** PayPal's script did not come: its page does the same. */
export function ScriptBlocked({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('checkout');
  return (
    <>
      <Notice tone="caution">{t('script.failed')}</Notice>
      <RedirectButton purchase={purchase} />
    </>
  );
}
