import { useTranslation } from 'react-i18next';
import { ChangePasswordForm } from '@/components/change-password-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';

interface ChangePasswordDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export default function ChangePasswordDialog({ open, onOpenChange }: ChangePasswordDialogProps) {
  const { t } = useTranslation(['admin', 'common']);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('password.title')}
      description={t('password.note')}
    >
      <ChangePasswordForm onDone={() => onOpenChange(false)}>
        <Button onClick={() => onOpenChange(false)}>{t('common:action.cancel')}</Button>
      </ChangePasswordForm>
    </Dialog>
  );
}
