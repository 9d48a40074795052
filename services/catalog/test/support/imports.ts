import { startTestService, waitUntil, type TestService } from '@ctdb/chassis/testing';
import {
  exportDiseases,
  getImport,
  listDiseases,
  locateImportFile,
  replaceProtocols,
  startImport,
  updateTreatment,
  type Disease,
  type DiseaseInput,
  type ImportDetail,
  type RequestOf,
  type Treatment,
} from '@ctdb/contracts';
import { beforeAll, beforeEach } from 'vitest';
import { ImportProcessor } from '../../src/transfer/import.processor.js';
import { WorkerModule } from '../../src/worker.module.js';
import rich from '../files/rich.json' with { type: 'json' };
import { testCatalog, type TestCatalog } from './catalog.js';
import { StandInMediaModule } from './stand-in-media.js';

/** A catalog with its worker. */
export interface TestImports extends TestCatalog {
  worker: TestService;
}

/** Starts a catalog with its worker; each test begins with an empty registry. */
export const testImports = (): TestImports => {
  const catalog = testCatalog() as TestImports;
  beforeAll(async () => {
    await startTestService(StandInMediaModule, catalog.env);
    catalog.worker = await startTestService(WorkerModule, catalog.env);
  });
  beforeEach(() => catalog.empty());
  return catalog;
};

/** Lines of a CSV. */
export const csv = (...rows: string[]): string => `${rows.join('\r\n')}\r\n`;

/** One disease. */
export const COUGH = csv('nameEn,nameKn,category', 'Cough,ಕೆಮ್ಮು,Skin');

/** Each refusal as line, field and code. */
export const refusalsOf = ({ refusals }: ImportDetail) =>
  refusals.map(({ line, field, code }) => [line, field, code]);

/** The ids of the diseases. */
export const idsByName = async ({ call }: TestCatalog): Promise<Map<string, string>> =>
  new Map((await call(listDiseases, {})).items.map(({ id, nameEn }) => [nameEn, id]));

export const namesOf = async (catalog: TestCatalog): Promise<string[]> =>
  [...(await idsByName(catalog)).keys()].sort();

/** The whole export, as the gateway sends it. */
export const exportAll = async ({ call }: TestCatalog): Promise<string> => {
  let text = '';
  for (let after: string | undefined; ;) {
    const part = await call(exportDiseases, { format: 'csv', after });
    text += part.text;
    if (part.next === undefined) return text;
    after = part.next;
  }
};

type ImportOptions = Partial<Pick<RequestOf<typeof startImport>, 'dryRun' | 'losses'>>;

/** Uploads a file and starts its import. */
export const sendImport = async (
  { call }: TestCatalog,
  text: string,
  { dryRun = false, losses }: ImportOptions = {},
): Promise<string> => {
  const body = Buffer.from(text);
  const { id, putUrl } = await call(locateImportFile, {});
  await fetch(putUrl, { method: 'PUT', body });
  const file = { id, format: 'csv', name: 'diseases.csv', bytes: body.length } as const;
  return (await call(startImport, { ...file, dryRun, losses })).id;
};

/** The end of an import of a text. */
export const importText = async (
  catalog: TestImports,
  text: string,
  options?: ImportOptions,
): Promise<ImportDetail> => waitForImport(catalog, await sendImport(catalog, text, options));

/** The import as soon as no worker is busy with it. Calls the reconciler, whose interval is 2 s. */
export const waitForImport = async (
  { call, worker }: TestImports,
  id: string,
): Promise<ImportDetail> => {
  const isDone = async () => {
    if (!/ing$/.test((await call(getImport, { id })).status)) return true;
    await worker.get(ImportProcessor).reconcile();
    return false;
  };
  await waitUntil(isDone, 'the import does not end', 30_000);
  return call(getImport, { id });
};

/** A disease with what is difficult to write. */
export const richDisease = async (
  catalog: TestCatalog,
  nameEn = '=Fever, "high"',
): Promise<{ disease: Disease; treatment: Treatment }> => {
  const { call } = catalog;
  const disease = await catalog.disease({ ...(rich.disease as Partial<DiseaseInput>), nameEn });
  const { id } = await catalog.treatment(disease.id);
  const treatment = await call(updateTreatment, { id, ...rich.treatment });
  await call(replaceProtocols, { treatmentId: id, protocols: rich.protocols });
  return { disease, treatment };
};
