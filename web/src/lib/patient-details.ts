import type { Patient } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { routeQuery, routes } from '@/lib/api';

/** Words what tells a patient from others of the name: "born 1954 · Mysuru"; blank if nothing is known. */
export const usePatientDetails = () => {
  const { t } = useTranslation();
  return ({ birthYear, place }: Partial<Pick<Patient, 'birthYear' | 'place'>>): string =>
    [birthYear && t('patient.born', { year: String(birthYear) }), place]
      .filter(Boolean)
      .join(' · ');
};

/** A patient with all entries. */
export const patientRecordQuery = (id: string) =>
  routeQuery(['patients', id], routes.exportPatient, { params: { id } });

/** In the history entry of a disease: the patient for whom an entry is begun there. */
export interface EntryState {
  patientId: string;
}
