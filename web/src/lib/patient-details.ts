import type { Patient } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';

/** Words what tells a patient from others of the name: "born 1954 · Mysuru"; blank if nothing is known. */
export const usePatientDetails = () => {
  const { t } = useTranslation();
  return ({ birthYear, place }: Partial<Pick<Patient, 'birthYear' | 'place'>>): string =>
    [birthYear && t('patient.born', { year: String(birthYear) }), place]
      .filter(Boolean)
      .join(' · ');
};
