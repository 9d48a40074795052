import { randomUUID } from 'node:crypto';
import type { LoadRequest } from './load.ts';
import { createRandom, createSearches, pick } from './queries.ts';
import type { DetailedTreatment, Disease } from './product.ts';

/** Different ids and queries of each row. */
export const REQUEST_COUNT = 1_000;
const ROWS_PER_PAGE = 10;
const CONNECTIONS = 50;
const RECORDS = '/api/collections/diseases/records';

const POCKETBASE = ' × PocketBase';
export const OUR_LIST = ' × our list';

/** What a row must reach in the same run, at least; megabytes at most. */
export interface Goal {
  limit: number;
  unit: typeof POCKETBASE | typeof OUR_LIST | '/s' | ' MB';
}

/** One line of the table: requests to the product, and to PocketBase where it has something alike. */
export interface Row {
  work: string;
  connections: number;
  goal: Goal;
  product: () => LoadRequest;
  pocketBase?: () => LoadRequest;
}

/** Draws from the paths by a fixed seed. */
function draw(paths: readonly string[]): () => LoadRequest {
  const random = createRandom(2);
  return () => ({ path: pick(paths, random) });
}

const encode = encodeURIComponent;
const search = (text: string) =>
  `/api/diseases?page=1&limit=${ROWS_PER_PAGE}&search=${encode(text)}`;

/** A substring filter. Without the total it is faster, so PocketBase is spared counting. */
const filter = (text: string) => {
  const condition = ['nameEn', 'nameKn'].map((field) => `${field} ~ "${text}"`).join(' || ');
  return `${RECORDS}?perPage=${ROWS_PER_PAGE}&sort=nameEn&skipTotal=1&filter=${encode(condition)}`;
};

/** Pages of the list of all diseases, at most so many as there are requests. */
export function pageRow(diseaseCount: number, atLeast: number): Row {
  const pageCount = Math.min(REQUEST_COUNT, Math.ceil(diseaseCount / ROWS_PER_PAGE));
  const pages = Array.from({ length: pageCount }, (_, index) => index + 1);
  return {
    work: `page of ${ROWS_PER_PAGE} with total, ${diseaseCount.toLocaleString('en')} diseases`,
    connections: CONNECTIONS,
    goal: { limit: atLeast, unit: POCKETBASE },
    product: draw(pages.map((page) => `/api/diseases?page=${page}&limit=${ROWS_PER_PAGE}`)),
    pocketBase: draw(
      pages.map((page) => `${RECORDS}?page=${page}&perPage=${ROWS_PER_PAGE}&sort=nameEn`),
    ),
  };
}

/** Work that is compared with the list. */
const ofList = (work: string, atLeast: number, paths: readonly string[]): Row => {
  const goal: Goal = { limit: atLeast, unit: OUR_LIST };
  return { work, connections: CONNECTIONS, goal, product: draw(paths) };
};

/** The first of the rows that only read is the list that others are compared with. */
export function createReadRows(
  diseases: readonly Disease[],
  treatments: readonly DetailedTreatment[],
  pocketBaseIds: readonly string[],
): Row[] {
  const random = createRandom(3);
  const ids = Array.from({ length: REQUEST_COUNT }, () => pick(diseases, random).id);
  const searchRows = Object.entries(createSearches(diseases, REQUEST_COUNT)).map(
    ([kind, searches]): Row => ({
      work: `search, ${kind}`,
      connections: CONNECTIONS,
      goal: { limit: 3, unit: POCKETBASE },
      product: draw(searches.map(({ typed }) => search(typed))),
      // It finds nothing that is misspelt, so it gets the right spelling.
      pocketBase: draw(searches.map(({ meant }) => filter(meant))),
    }),
  );
  const diseasePaths = ids.map((id) => `/api/diseases/${id}`);
  const views = treatments.map(({ diseaseId }) => `/api/treatments/disease/${diseaseId}`);
  return [
    pageRow(diseases.length, 7),
    ...searchRows,
    {
      ...ofList('one disease', 0.8, diseasePaths),
      pocketBase: draw(pocketBaseIds.map((id) => `${RECORDS}/${id}`)),
    },
    ofList('treatment view', 0.5, views),
    ofList('analytics', 0.4, ['/api/analytics']),
  ];
}

/** Measured after the rows that read, because it changes the data. */
export function createWriteRow(): Row {
  const createBody = () => ({
    nameEn: `New ${randomUUID()}`,
    nameKn: 'ಹೊಸ ಕಾಯಿಲೆ',
    category: 'Other',
    notes: 'Green light in a quiet room.',
  });
  return {
    work: 'create a disease',
    connections: 32,
    goal: { limit: 500, unit: '/s' },
    // The key makes a repetition harmless, as in the browser.
    product: () => ({
      path: '/api/diseases',
      body: createBody(),
      headers: { 'idempotency-key': randomUUID() },
    }),
    pocketBase: () => ({ path: RECORDS, body: createBody() }),
  };
}

/** All kinds of work in one load: mostly reads, a twentieth creates. */
export function mixRows(readRows: readonly Row[], writeRow: Row): () => LoadRequest {
  const random = createRandom(4);
  return () => (random() < 0.05 ? writeRow : pick(readRows, random)).product();
}
