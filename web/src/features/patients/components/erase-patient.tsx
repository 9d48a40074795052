import type { Patient } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { useErrorMessages } from '@/i18n/error-messages';
import { useLanguage } from '@/i18n/language';
import { formatDate } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { useErasePatient } from '../api/patients';

/** Removes a patient's name for good, after a question. */
export function ErasePatient({ patient }: { patient: Patient }) {
  const { t } = useTranslation('patients');
  const language = useLanguage();
  const navigate = useNavigate();
  const { errorText } = useErrorMessages();
  const [isAsking, ask] = useState(false);
  const erasure = useErasePatient();

  const erase = async () => {
    try {
      const { backupsUntil } = await erasure.mutateAsync({ params: { id: patient.id } });
      ask(false);
      await navigate('/patients', { replace: true });
      const description = t('erase.backups', { date: formatDate(backupsUntil, language) });
      toast.success(t('erase.done'), { description });
    } catch (error) {
      ask(false);
      toast.error(t('erase.failed'), { description: errorText(error) });
    }
  };

  return (
    <>
      <Button variant="quiet" onClick={() => ask(true)}>
        {t('erase.open')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={ask}
        question={t('erase.question', { name: patient.name })}
        consequence={t('erase.consequence')}
        confirm={t('erase.open')}
        pending={erasure.isPending}
        onConfirm={() => void erase()}
      />
    </>
  );
}
