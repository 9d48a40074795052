import { Notice } from '@/components/ui/notice';
import { useTranslation } from '@/i18n/use-translation';

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
