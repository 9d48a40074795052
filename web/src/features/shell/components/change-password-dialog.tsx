import { useTranslation } from 'react-i18next';
import { ChangePasswordForm } from '@/components/change-password-form';
import { Dialog } from '@/components/ui/dialog';

interface ChangePasswordDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export default function ChangePasswordDialog({ open, onOpenChange }: ChangePasswordDialogProps) {
  const { t } = useTranslation('admin');
  const close = () => onOpenChange(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('password.title')}
      description={t('password.note')}
    >
      <ChangePasswordForm onDone={close} onCancel={close} />
    </Dialog>
  );
}
