import type { GrantedPass, Receipt } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/ui/notice';
import { useLanguage } from '@/i18n/use-language';
import { usePaymentErrorWords } from '@/i18n/use-payment-error-words';
import { formatMoment } from '@/lib/moments';
import { useRestoreWords } from '../model/use-restore-words';

/** Access was refused; `secondsLeft` until the next try is allowed, where one must wait. */
export function RestoreFailed({ error, secondsLeft }: { error: unknown; secondsLeft: number }) {
  const { t } = useTranslation(['access', 'errors']);
  const { waitText } = usePaymentErrorWords();
  const restoreText = useRestoreWords();
  return (
    <Notice tone="danger" role="alert">
      <p className="font-semibold">{t('restore.failed')}</p>
      <p className="tabular-nums">
        {secondsLeft > 0
          ? t('errors:TOO_MANY_TRIES', { when: waitText(secondsLeft) })
          : restoreText(error)}
      </p>
    </Notice>
  );
}

/** Access is here now, and until when. */
export function Restored({ pass, receipt }: { pass: GrantedPass; receipt: Receipt }) {
  const { t } = useTranslation(['access', 'receipts']);
  const language = useLanguage();
  return (
    <Notice tone="success" role="status">
      <p className="font-semibold">{t('restore.done')}</p>
      <p>
        {t('restore.doneText', {
          item: t(`receipts:item.${receipt.item}`),
          when: formatMoment(pass.expiresAt, language),
        })}
      </p>
    </Notice>
  );
}
