import { isolate, type Patient } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Choice } from '@/components/ui/choice';
import { Dialog } from '@/components/ui/dialog';
import { UserText } from '@/components/ui/prose';
import { useLanguage } from '@/lib/language';
import { formatDay } from '@/lib/dates';
import { usePatientDetails } from '@/lib/patient-details';
import type { NameQuestion, PatientChoice } from '@/features/registry/model/use-same-person';

const NEW = 'new';

interface AnswerProps {
  known: readonly Patient[];
  onChoose: (choice: PatientChoice) => void;
  onClose: () => void;
}

function Answer({ known, onChoose, onClose }: AnswerProps) {
  const { t } = useTranslation(['entries', 'common']);
  const language = useLanguage();
  const detailsOf = usePatientDetails();
  const [chosen, choose] = useState('');
  const describe = (patient: Patient) => {
    const { lastDate } = patient;
    const visit = lastDate
      ? t('entries:samePerson.lastVisit', { date: formatDay(lastDate, language) })
      : t('entries:samePerson.noVisit');
    return [detailsOf(patient), visit].filter(Boolean).join(' · ');
  };
  return (
    <div className="flex flex-col gap-3">
      {known.map((patient) => (
        <Choice
          key={patient.id}
          name="same-person"
          value={patient.id}
          isChosen={chosen === patient.id}
          onChoose={() => choose(patient.id)}
          label={<UserText>{patient.name}</UserText>}
          text={<UserText>{describe(patient)}</UserText>}
        />
      ))}
      <Choice
        name="same-person"
        value={NEW}
        isChosen={chosen === NEW}
        onChoose={() => choose(NEW)}
        label={t('entries:samePerson.other')}
        text={t('entries:samePerson.otherText')}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          disabled={!chosen}
          onClick={() => onChoose(chosen === NEW ? { newPatient: true } : { patientId: chosen })}
        >
          {t('entries:history.save')}
        </Button>
        <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      </div>
    </div>
  );
}

interface SamePersonProps extends Omit<AnswerProps, 'known'> {
  /** The open question. */
  question: NameQuestion | undefined;
}

/** Asks whether an entry is of a known patient, or of another person of the same name. */
export function SamePerson({ question, ...handlers }: SamePersonProps) {
  const { t } = useTranslation('entries');
  return (
    <Dialog
      open={question !== undefined}
      onOpenChange={handlers.onClose}
      title={t('samePerson.title')}
      description={question && t('samePerson.text', { name: isolate(question.name) })}
    >
      {question && <Answer {...handlers} known={question.known} />}
    </Dialog>
  );
}
