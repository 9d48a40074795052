import type { DiseaseFilter, PersonalList } from '../model/filter';

/** Query keys; `registryKeys.all` covers everything that a change of the registry can touch. */
export const registryKeys = {
  all: ['registry'] as const,
  lists: ['registry', 'list'] as const,
  list: (filter: DiseaseFilter) => ['registry', 'list', filter] as const,
  /** Under `lists`: what changes a list changes these numbers. */
  filters: (filter: Omit<DiseaseFilter, 'page' | 'sort'>) =>
    ['registry', 'list', 'filters', filter] as const,
  personal: (list: PersonalList) => ['registry', 'personal', list] as const,
  disease: (id: string) => ['registry', 'disease', id] as const,
  treatment: (diseaseId: string) => ['registry', 'treatment', diseaseId] as const,
  freeSample: (id: string) => ['registry', 'free-sample', id] as const,
  older: (kind: 'notes' | 'history', treatmentId: string) =>
    ['registry', 'older', kind, treatmentId] as const,
};
