import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { useErrorMessages } from '@/lib/error-messages';
import { toast } from '@/lib/toast';
import { useRenewRecoveryCodes } from '../api/factors';

interface RecoverySectionProps {
  left: number;
  onRecoveryCodes: (codes: string[]) => void;
}

/** How many recovery codes are left, and new ones. */
export function RecoverySection({ left, onRecoveryCodes }: RecoverySectionProps) {
  const { t } = useTranslation('factors');
  const { errorText } = useErrorMessages();
  const [isOpen, open] = useState(false);
  const renewal = useRenewRecoveryCodes();

  const renew = async () => {
    // Closed first, because who the person is may be asked in another dialog.
    open(false);
    try {
      const { recoveryCodes } = await renewal.mutateAsync({});
      onRecoveryCodes(recoveryCodes);
    } catch (error) {
      toast.error(t('changeFailed'), { description: errorText(error) });
    }
  };

  return (
    <section className="py-6">
      <h2 className="text-xl">{t('codes.title')}</h2>
      <p className="mt-1 text-ink-2">{t('codes.about')}</p>
      <p className="mt-1">{t('codes.left', { count: left })}</p>
      <Button className="mt-4" pending={renewal.isPending} onClick={() => open(true)}>
        {t('codes.renew')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={open}
        question={t('codes.question')}
        consequence={t('codes.consequence')}
        confirm={t('codes.renew')}
        variant="primary"
        onConfirm={() => void renew()}
      />
    </section>
  );
}
