import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '@/components/confirm-button';
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
  return (
    <ConfirmButton
      aria-label={label}
      action={t('remove')}
      question={question}
      failed={t('changeFailed')}
      run={async () => {
        await remove();
        toast.success(t('removed'));
      }}
    />
  );
}
