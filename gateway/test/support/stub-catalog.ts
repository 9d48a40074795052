import { DomainError, note, treatment, treatmentDetail } from '@ctdb/contracts';
import { disease, ids, sampleCard } from './records.js';
import { sampleOf } from './sample.js';
import { StubService } from './stub-service.js';

const known = (id: string, kind: 'disease' | 'treatment'): void => {
  if (id === ids.unknown) throw new DomainError('NOT_FOUND', { kind });
};

/** A catalog with one disease, whose tags are others after each reset. */
export const stubCatalog = (): StubService => {
  const catalog: StubService = new StubService('catalog', {
    listDiseases: ({ knownEtag }) =>
      knownEtag === 'tag.1'
        ? { notModified: true, etag: 'tag.1', total: 0, items: [] }
        : { notModified: false, etag: 'tag.1', total: 24, items: [disease] },
    getRegistryTags: () => ({
      diseases: `diseases.${catalog.resets}`,
      all: `all.${catalog.resets}`,
    }),
    getDisease: ({ id }) => {
      known(id, 'disease');
      return disease;
    },
    createDisease: (input) => ({ ...disease, ...input, version: 1 }),
    updateDisease: ({ id, ifMatch, ...input }) => {
      known(id, 'disease');
      if (ifMatch !== undefined && ifMatch !== disease.version)
        throw new DomainError('VERSION_CONFLICT', { current: disease });
      return { ...disease, ...input, version: disease.version + 1 };
    },
    getTreatmentOfDisease: ({ diseaseId, knownEtag }) => {
      known(diseaseId, 'treatment');
      if (knownEtag === 'view.1') return { notModified: true };
      const detail = { ...sampleOf(treatmentDetail), id: ids.treatment, diseaseId };
      return { ...detail, notesCount: 7, historyCount: 9, etag: 'view.1' };
    },
    createTreatment: ({ diseaseId }) => {
      if (diseaseId === ids.disease)
        throw new DomainError('TREATMENT_EXISTS', { id: ids.treatment });
      return { ...sampleOf(treatment), diseaseId };
    },
    addNote: (input) => ({ ...sampleOf(note), ...input }),
    listNotes: () => ({ items: [sampleOf(note)], total: 230 }),
    exportDiseases: ({ format, after }) => ({
      text: `${format} ${after ?? 'first'}\n`,
      ...(after === undefined && { next: ids.disease }),
    }),
    cancelImport: () => {
      throw new DomainError('IMPORT_ENDED');
    },
    listSampleCards: () => [sampleCard],
    getFreeSampleImage: () => {
      throw new DomainError('NOT_FOUND', { kind: 'image' });
    },
    getTranslationState: () => ({ configured: false, engine: null }),
    translate: () => {
      const glossary = [{ en: 'Skin', kn: 'ಚರ್ಮ' }];
      throw new DomainError('TRANSLATION_NOT_CONFIGURED', { glossary });
    },
  });
  return catalog;
};
