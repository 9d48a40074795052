import {
  addColor,
  addFavorite,
  addHistoryEntry,
  addNote,
  addRecent,
  cancelImport,
  createDisease,
  createTreatment,
  deleteColor,
  deleteDisease,
  deleteHistoryEntry,
  deleteNote,
  DomainError,
  erasePatient,
  exportDiseases,
  exportHistory,
  exportPatient,
  getAnalytics,
  getDisease,
  getImport,
  getPatient,
  getDiseaseFilters,
  getRegistryTags,
  getSamplesState,
  getTranslationState,
  getTreatmentOfDisease,
  getTrends,
  listColors,
  listDiseases,
  listFavorites,
  listGlossary,
  listHistory,
  listImports,
  listNotes,
  listPatientEntries,
  listPatients,
  listRecent,
  listSampleCards,
  listTrash,
  locateImportFile,
  mergePatients,
  publishHistoryEntry,
  publishNote,
  removeFavorite,
  removeSamples,
  replaceProtocols,
  restoreFromTrash,
  restoreSamples,
  reviewTranslation,
  searchPatients,
  runImport,
  startImport,
  translate,
  undoImport,
  updateDisease,
  updateHistoryEntry,
  updateNote,
  updatePatient,
  updateTreatment,
} from '@ctdb/contracts';
import {
  at,
  color,
  disease,
  historyEntry,
  ids,
  importDetail,
  note,
  patient,
  patientEntry,
  protocol,
  sampleCard,
  treatment,
  treatmentDetail,
} from './records.js';
import { StagedService } from './staged-service.js';

const later = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

const known = (id: string, kind: 'disease' | 'treatment'): void => {
  if (id === ids.unknown) throw new DomainError('NOT_FOUND', { kind });
};

/** A catalog with one disease, that answers every message of the catalog. */
export const stagedCatalog = (): StagedService =>
  new StagedService('catalog')
    .answer(listDiseases, ({ knownEtag }) =>
      knownEtag === 'tag.1'
        ? { notModified: true, etag: 'tag.1', total: 0, items: [] }
        : { notModified: false, etag: 'tag.1', total: 24, items: [disease] },
    )
    .answer(getRegistryTags, () => ({ diseases: 'diseases.1', all: 'all.1' }))
    .answer(getDisease, ({ id }) => {
      known(id, 'disease');
      return disease;
    })
    .answer(createDisease, (input) => ({ ...disease, ...input, version: 1 }))
    .answer(updateDisease, ({ id, ifMatch, ...input }) => {
      known(id, 'disease');
      if (ifMatch !== undefined && ifMatch !== disease.version) {
        throw new DomainError('VERSION_CONFLICT', { current: disease });
      }
      return { ...disease, ...input, version: disease.version + 1 };
    })
    .answer(deleteDisease, ({ id }) => {
      known(id, 'disease');
      return {};
    })
    .answer(getTreatmentOfDisease, ({ diseaseId, knownEtag }) => {
      known(diseaseId, 'treatment');
      return knownEtag === 'view.1'
        ? { notModified: true as const }
        : { ...treatmentDetail, etag: 'view.1' };
    })
    .answer(createTreatment, ({ diseaseId }) => {
      if (diseaseId === ids.disease)
        throw new DomainError('TREATMENT_EXISTS', { id: ids.treatment });
      return { ...treatment, diseaseId, version: 1 };
    })
    .answer(getDiseaseFilters, () => ({ colors: [], areas: [], outcomes: [], languages: [] }))
    .answer(updateTreatment, () => ({ ...treatment, version: 3 }))
    .answer(reviewTranslation, () => ({ ...treatment, version: 3 }))
    .answer(replaceProtocols, () => ({ protocols: [protocol], version: 3 }))
    .answer(listFavorites, () => [disease])
    .answer(addFavorite, () => ({}))
    .answer(removeFavorite, () => ({}))
    .answer(listRecent, () => [disease])
    .answer(addRecent, () => ({}))
    .answer(listColors, () => [color])
    .answer(addColor, (input) => ({ ...color, ...input }))
    .answer(deleteColor, ({ id }) => {
      if (id === ids.color) throw new DomainError('COLOR_IN_USE');
      return {};
    })
    .answer(addNote, (input) => ({ ...note, ...input }))
    .answer(listNotes, () => ({ items: [note], total: 230 }))
    .answer(updateNote, ({ noteId, ifMatch: _version, id: treatmentId, ...input }) => ({
      ...note,
      ...input,
      id: noteId,
      treatmentId,
      version: 2,
    }))
    .answer(publishNote, () => ({ ...note, version: 2 }))
    .answer(deleteNote, () => ({}))
    .answer(addHistoryEntry, () => historyEntry)
    .answer(listHistory, () => ({ items: [historyEntry], total: 1 }))
    .answer(updateHistoryEntry, () => ({ ...historyEntry, version: 2 }))
    .answer(publishHistoryEntry, () => ({ ...historyEntry, version: 2 }))
    .answer(deleteHistoryEntry, () => ({}))
    .answer(listPatients, () => ({ items: [patient], total: 1 }))
    .answer(searchPatients, () => ({ items: [patient], total: 1 }))
    .answer(getPatient, () => patient)
    .answer(listPatientEntries, () => ({ items: [patientEntry], total: 1 }))
    .answer(exportPatient, () => ({ exportedAt: at, patient, history: [patientEntry] }))
    .answer(updatePatient, () => ({ ...patient, version: 2 }))
    .answer(mergePatients, () => patient)
    .answer(erasePatient, () => ({ erasedAt: at, backupsUntil: at }))
    .answer(getTrends, ({ period }) => ({
      period,
      step: 'week' as const,
      from: later(-1_000),
      to: later(0),
      points: [],
      samples: false,
      total: 0,
      successRate: null,
    }))
    .answer(getAnalytics, () => ({
      samples: false,
      diseases: 24,
      activeTreatments: 24,
      successRate: 0.5,
      patients: 3,
      historyEntries: 4,
      entriesLast30Days: 1,
      outcomes: {},
      categories: [],
    }))
    .answer(exportDiseases, ({ format, after }) => ({
      text: `${format} ${after ?? 'first'}\n`,
      ...(after === undefined && { next: ids.disease }),
    }))
    .answer(exportHistory, () => ({ text: 'history\n' }))
    .answer(locateImportFile, () => ({ id: ids.run, putUrl: 'http://127.0.0.1:9/imports' }))
    .answer(startImport, () => importDetail)
    .answer(listImports, () => ({ items: [importDetail], total: 1 }))
    .answer(getImport, () => importDetail)
    .answer(runImport, () => importDetail)
    .answer(cancelImport, () => {
      throw new DomainError('IMPORT_ENDED');
    })
    .answer(undoImport, () => importDetail)
    .answer(getSamplesState, () => ({ diseases: 24, entries: 110, inTrash: 0, edited: [] }))
    .answer(listSampleCards, () => [sampleCard])
    .answer(removeSamples, () => ({ diseases: 23, entries: 5, kept: 1 }))
    .answer(restoreSamples, () => ({ diseases: 23, entries: 5 }))
    .answer(translate, () => {
      throw new DomainError('TRANSLATION_NOT_CONFIGURED', {
        glossary: [{ en: 'Skin', kn: 'ಚರ್ಮ' }],
      });
    })
    .answer(getTranslationState, () => ({ configured: false, engine: null }))
    .answer(listGlossary, () => [{ key: 'skin', en: 'Skin', kn: 'ಚರ್ಮ' }])
    .answer(listTrash, () => ({ items: [], total: 0 }))
    .answer(restoreFromTrash, () => ({ restored: true as const }));
