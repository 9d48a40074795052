import type { Patient } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/notice';
import { useErrorMessages } from '@/lib/error-messages';
import { useLanguage } from '@/lib/language';
import { formatDate } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { useErasePatient, useMentions } from '../api/patients';
import { MentionList, type Mentions } from './mention-list';

interface ErasePatientProps {
  patient: Patient;
  /** With the texts that are left to go through, unless there are none. */
  onErased: (mentions: Mentions) => void;
}

/** Removes a patient's name for good, after a question that lists the texts that keep it. */
export function ErasePatient({ patient, onErased }: ErasePatientProps) {
  const { t } = useTranslation('patients');
  const language = useLanguage();
  const navigate = useNavigate();
  const { errorText } = useErrorMessages();
  const [isAsking, ask] = useState(false);
  const erasure = useErasePatient();
  const mentions = useMentions(patient.id, isAsking);

  const erase = async () => {
    try {
      const { backupsUntil } = await erasure.mutateAsync({ params: { id: patient.id } });
      ask(false);
      if (mentions.data && mentions.data.total > 0) onErased(mentions.data);
      else await navigate('/patients', { replace: true });
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
        pending={erasure.isPending || mentions.isFetching}
        onConfirm={() => void erase()}
      >
        <div className="mt-4">
          {mentions.isFetching && <p className="text-ink-2">{t('mentions.loading')}</p>}
          {mentions.isError && <ErrorState title={t('mentions.failed')} query={mentions} />}
          {mentions.data?.total === 0 && <p className="text-ink-2">{t('mentions.none')}</p>}
          {mentions.data && mentions.data.total > 0 && (
            <>
              <p>{t('mentions.before')}</p>
              <MentionList mentions={mentions.data} />
            </>
          )}
        </div>
      </ConfirmDialog>
    </>
  );
}
