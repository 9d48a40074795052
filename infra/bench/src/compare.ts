import { everyPage } from '@ctdb/containers/load/acknowledged';
import { step, type LauncherSession } from '@ctdb/launcher';
import { runLoad } from './load.ts';
import { measureRows } from './measure.ts';
import { PocketBase } from './pocketbase.ts';
import { type Disease, Product, startServers } from './product.ts';
import {
  createReadRows,
  createWriteRow,
  mixRows,
  pageRow,
  REQUEST_COUNT,
  type Goal,
  type Row,
} from './rows.ts';
import { judge, type Result } from './table.ts';

const SESSION_COUNT = 10;
const CONNECTIONS = 50;
/** Diseases at which memory is measured, for one of the others. */
const MEMORY_SHARE = 1.12;
const MEMORY_GOAL: Goal = { limit: 350, unit: ' MB' };

export interface CompareOptions {
  /** Measured time of a turn. */
  seconds: number;
  /** Turns of each kind of work on each server. */
  rounds: number;
  diseases: number;
  /** Mixed load before memory is measured. */
  mixedSeconds: number;
}

/** Measures the product and PocketBase on the samples and on many diseases, then the product's memory. */
export async function compare(
  session: LauncherSession,
  { seconds, rounds, diseases: diseaseCount, mixedSeconds }: CompareOptions,
  signal: AbortSignal,
): Promise<Result[]> {
  const addresses = await startServers(session, signal);
  const pocketBase = await PocketBase.start(session, signal);
  const product = await step('Starting the product', () =>
    Product.start(session, addresses, signal),
  );
  const targets = {
    product: await product.createTarget(SESSION_COUNT),
    pocketBase: await pocketBase.createTarget(SESSION_COUNT),
  };
  const measure = (rows: readonly Row[]) => measureRows(rows, { targets, rounds, seconds, signal });

  const samples = await everyPage<Disease>(product.client, '/api/diseases');
  await pocketBase.insert(samples);
  const sampleRow = pageRow(samples.length, 2);
  const sampleFigures = await measure([sampleRow]);

  const treatments = await step(`Storing ${diseaseCount} diseases`, () =>
    product.fill(diseaseCount - samples.length, REQUEST_COUNT, 1),
  );
  await step('Restarting the product', () => product.restart());
  await product.assertComplete(treatments[0]);
  const diseases = await everyPage<Disease>(product.client, '/api/diseases');
  const sampleIds = new Set(samples.map(({ id }) => id));
  await step('Copying them to PocketBase', () =>
    pocketBase.insert(diseases.filter(({ id }) => !sampleIds.has(id))),
  );
  const readRows = createReadRows(diseases, treatments, await pocketBase.findIds(REQUEST_COUNT));
  const readFigures = await measure(readRows);
  const writeRow = createWriteRow();
  const writeFigures = await measure([writeRow]);

  const total = Math.round(diseaseCount * MEMORY_SHARE);
  const missing = total - (await product.countDiseases());
  if (missing > 0) await product.fill(missing, 0, 2);
  await step('Restarting the product', () => product.restart());
  const mixedLoad = { connections: CONNECTIONS, seconds: mixedSeconds, signal };
  await step('Mixed load', () => runLoad(targets.product, mixRows(readRows, writeRow), mixedLoad));
  const megabytes = Math.round(product.readMemory('catalog'));

  const list = readFigures[0]?.product;
  const figures = [...sampleFigures, ...readFigures, ...writeFigures];
  const rows = [sampleRow, ...readRows, writeRow];
  return [
    ...rows.map(({ work, goal }, index) => judge(work, goal, figures[index] ?? {}, list)),
    judge(`catalog's memory, ${total.toLocaleString('en')} diseases`, MEMORY_GOAL, { megabytes }),
  ];
}
