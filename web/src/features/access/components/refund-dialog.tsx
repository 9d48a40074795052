import { useTranslation } from 'react-i18next';
import { ConfirmDialog, type ConfirmDialogProps } from '@/components/ui/dialog';

type RefundDialogProps = Pick<
  ConfirmDialogProps,
  'open' | 'onOpenChange' | 'onConfirm' | 'pending'
>;

/** Asks before the refund of a plan is requested. */
export function RefundDialog(props: RefundDialogProps) {
  const { t } = useTranslation('access');
  return (
    <ConfirmDialog
      {...props}
      question={t('refund.question')}
      consequence={t('refund.consequence')}
      confirm={t('refund.confirm')}
      variant="primary"
    />
  );
}
