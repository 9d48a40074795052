import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { useErrorMessages } from '@/lib/error-messages';
import { toast } from '@/lib/toast';

interface RemoveButtonProps {
  /** The button's name for screen readers. */
  label: string;
  question: string;
  remove: () => Promise<unknown>;
}

/** Removes a factor after a question. */
export function RemoveButton({ label, question, remove }: RemoveButtonProps) {
  const { t } = useTranslation('factors');
  const { errorText } = useErrorMessages();
  const [isOpen, open] = useState(false);

  const run = async () => {
    // Closed first, because who the person is may be asked in another dialog.
    open(false);
    try {
      await remove();
      toast.success(t('removed'));
    } catch (error) {
      toast.error(t('changeFailed'), { description: errorText(error) });
    }
  };

  return (
    <>
      <Button aria-label={label} onClick={() => open(true)}>
        {t('remove')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={open}
        question={question}
        confirm={t('remove')}
        onConfirm={() => void run()}
      />
    </>
  );
}
