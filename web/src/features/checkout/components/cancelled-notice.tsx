import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/ui/notice';

/** The buyer has turned back before paying; that is no fault. */
export function CancelledNotice() {
  const { t } = useTranslation('checkout');
  return (
    <Notice role="status">
      <p className="font-semibold">{t('cancelled.title')}</p>
      <p>{t('cancelled.text')}</p>
    </Notice>
  );
}
