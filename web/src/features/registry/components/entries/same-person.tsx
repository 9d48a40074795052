import { fold, isolate, type Patient } from '@ctdb/contracts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Choice } from '@/components/ui/choice';
import { Dialog } from '@/components/ui/dialog';
import { UserText } from '@/components/ui/prose';
import { call, routes } from '@/lib/api';
import { formatDay } from '@/lib/dates';
import { useErrorMessages } from '@/lib/error-messages';
import { useLanguage } from '@/lib/language';
import { usePatientDetails } from '@/lib/patient-details';
import { toast } from '@/lib/toast';

/** Who is meant by a name that is known. */
type PatientChoice = { patientId: string } | { newPatient: true };

/** A name, and the patients that have it. */
interface NameQuestion {
  name: string;
  known: readonly Patient[];
}

const NEW = 'new';

interface AnswerProps {
  known: readonly Patient[];
  onChoose: (choice: PatientChoice) => void;
  onClose: () => void;
}

/** Whether an entry is of a known patient, or of another person of the same name. */
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

/**
 * Asks who is meant, before an entry with the name of a known patient is saved.
 * @param given a patient about whom nothing need be asked
 */
export const useSamePerson = (given: Patient | undefined) => {
  const { t } = useTranslation('entries');
  const { errorText } = useErrorMessages();
  const [question, ask] = useState<NameQuestion>();
  const answer = useRef<{ name: string; choice: PatientChoice } | undefined>(
    given && { name: given.name, choice: { patientId: given.id } },
  );

  /**
   * Returns whether the entry can be saved now, because no patient is known by `name`; else asks.
   * @param patientId a patient of the practice that owns the entry; if absent, the reader's practice
   */
  const isClear = async (name: string, patientId: string | undefined): Promise<boolean> => {
    try {
      const { items: known } = await call(routes.findNamesakes, { body: { name, patientId } });
      answer.current = undefined;
      ask(known.length > 0 ? { name, known } : undefined);
      return known.length === 0;
    } catch (error) {
      toast.error(t('history.failed'), { description: errorText(error) });
      return false;
    }
  };
  const isAnswered = (name: string): boolean =>
    answer.current !== undefined && fold(answer.current.name) === fold(name);
  const close = () => ask(undefined);
  return {
    isClear,
    isAnswered,
    /** The answer, unless another name was typed since. */
    choiceFor: (name: string) => (isAnswered(name) ? answer.current?.choice : {}),
    /** The question, after whose answer `save` is called. */
    dialog: (save: () => Promise<unknown>) => (
      <Dialog
        open={question !== undefined}
        onOpenChange={close}
        title={t('samePerson.title')}
        description={question && t('samePerson.text', { name: isolate(question.name) })}
      >
        {question && (
          <Answer
            known={question.known}
            onClose={close}
            onChoose={(choice) => {
              answer.current = { name: question.name, choice };
              close();
              void save();
            }}
          />
        )}
      </Dialog>
    ),
  };
};
