import { fold, type Patient } from '@ctdb/contracts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessages } from '@/lib/error-messages';
import { call, routes } from '@/lib/api';
import { toast } from '@/lib/toast';

/** Who is meant by a name that is known. */
export type PatientChoice = { patientId: string } | { newPatient: true };

/** A name, and the patients that have it. */
export interface NameQuestion {
  name: string;
  known: readonly Patient[];
}

/** Asks who is meant, before an entry with the name of a known patient is saved. */
export const useSamePerson = () => {
  const { t } = useTranslation('entries');
  const { errorText } = useErrorMessages();
  const [question, ask] = useState<NameQuestion>();
  const answer = useRef<{ name: string; choice: PatientChoice }>(undefined);

  /**
   * Returns whether the entry can be saved now, because no patient is known by `name`; else asks.
   * @param patientId a patient of the practice that owns the entry; if absent, the reader's practice
   */
  const isClear = async (name: string, patientId: string | undefined): Promise<boolean> => {
    try {
      const body = patientId === undefined ? { name } : { name, patientId };
      const { items: known } = await call(routes.findNamesakes, { body });
      answer.current = undefined;
      ask(known.length > 0 ? { name, known } : undefined);
      return known.length === 0;
    } catch (error) {
      toast.error(t('history.failed'), { description: errorText(error) });
      return false;
    }
  };
  return {
    question,
    isClear,
    close: () => ask(undefined),
    choose: (choice: PatientChoice) => {
      answer.current = question && { name: question.name, choice };
      ask(undefined);
    },
    /** The answer, unless another name was typed since. */
    choiceFor: (name: string) =>
      answer.current && fold(answer.current.name) === fold(name) ? answer.current.choice : {},
  };
};
