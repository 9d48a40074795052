import type { Patient } from '@ctdb/contracts';
import { queryOptions } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, routes } from '@/lib/api';

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
  queryOptions({
    queryKey: ['patients', id],
    queryFn: ({ signal }) => call(routes.exportPatient, { params: { id }, signal }),
  });

/** In the history entry of a disease: the patient for whom an entry is begun there. */
export interface EntryState {
  patientId: string;
}
