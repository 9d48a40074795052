import type { exportPatient, PatientEntry, ReplyOf } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { UserText } from '@/components/ui/prose';
import { getName, useLanguage } from '@/lib/language';
import { formatDay } from '@/lib/dates';
import { useRequestKey } from '@/lib/request-key';
import { useRunAction } from '@/lib/run-action';
import { toast } from '@/lib/toast';
import { useSplitPatient } from '../api/patients';

interface SplitPatientProps {
  record: ReplyOf<typeof exportPatient>;
}

function SplitForm({ record, onClose }: SplitPatientProps & { onClose: () => void }) {
  const { t } = useTranslation(['patients', 'common']);
  const language = useLanguage();
  const navigate = useNavigate();
  const runAction = useRunAction();
  const [chosen, choose] = useState<readonly string[]>([]);
  const request = useRequestKey();
  const splitting = useSplitPatient();
  const toggle = ({ id }: PatientEntry) =>
    choose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);

  const split = async () => {
    const body = { entryIds: [...chosen] };
    const params = { id: record.patient.id };
    await runAction(t('patients:split.failed'), async () => {
      const idempotencyKey = request.keyFor(body);
      const { id } = await splitting.mutateAsync({ params, body, idempotencyKey });
      onClose();
      toast.success(t('patients:split.done'));
      await navigate(`/patients/${id}`);
    });
  };

  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col gap-2">
        {record.history.map((entry) => (
          <li key={entry.id}>
            <label className="flex gap-3">
              <input
                type="checkbox"
                checked={chosen.includes(entry.id)}
                onChange={() => toggle(entry)}
                className="mt-[0.2em] size-5 shrink-0 accent-(--accent)"
              />
              <UserText>
                {[formatDay(entry.date, language), getName(entry, language)].join(' · ')}
              </UserText>
            </label>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          disabled={chosen.length === 0}
          pending={splitting.isPending}
          onClick={() => void split()}
        >
          {t('patients:split.confirm')}
        </Button>
        <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      </div>
    </div>
  );
}

/** Makes some entries of a patient those of another person of the same name. */
export function SplitPatient({ record }: SplitPatientProps) {
  const { t } = useTranslation('patients');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('split.open')}</Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t('split.title')}
        description={t('split.text')}
      >
        <SplitForm record={record} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}
