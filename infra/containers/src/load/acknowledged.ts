import { waitUntil } from '../report.ts';
import type { Client } from './client.ts';

const PAGE_SIZE = 100;
const AUDIT_TIMEOUT_MS = 60_000;

/** The operations that the product has acknowledged during the load. */
export class AcknowledgedOperations {
  /** Name of each disease by id. */
  diseases = new Map<string, string>();
  /** Treatment and content of each note. */
  notes: [treatmentId: string, content: string][] = [];
  /** Disease and title of each image. */
  images: [diseaseId: string, title: string][] = [];
  /** Orders by the ids of the PayPal simulator. */
  orders: string[] = [];
  /** Whether every other order is one that was created twice. */
  hasAllOrders = true;

  /** What was acknowledged so far; other orders may exist. */
  copy(): AcknowledgedOperations {
    return Object.assign(new AcknowledgedOperations(), {
      ...{ diseases: new Map(this.diseases), notes: [...this.notes], images: [...this.images] },
      ...{ orders: [...this.orders], hasAllOrders: false },
    });
  }

  get size(): number {
    return this.diseases.size + this.notes.length + this.images.length + this.orders.length;
  }
}

/**
 * Compares the stored data with the acknowledged operations; returns a line for each that is lost or doubled.
 * @param toOrderIds finds the product's ids of orders by those of the PayPal simulator
 */
export async function verifyAcknowledged(
  client: Client,
  acknowledged: AcknowledgedOperations,
  toOrderIds: (simulatorIds: string[]) => Promise<string[]>,
): Promise<string[]> {
  return [
    ...(await verifyDiseases(client, acknowledged)),
    ...(await verifyNotes(client, acknowledged)),
    ...(await verifyImages(client, acknowledged)),
    ...(await verifyOrders(client, acknowledged, toOrderIds)),
    ...(await verifyAuditTrail(client, acknowledged)),
  ];
}

async function verifyDiseases(client: Client, { diseases }: AcknowledgedOperations) {
  const stored = await everyPage<{ nameEn: string }>(client, '/api/diseases');
  const names = stored.map(({ nameEn }) => nameEn);
  return diff('disease', names, [...diseases.values()]);
}

/** Texts by the treatment or disease that they belong to. */
const byOwner = (all: [string, string][]): [string, string[]][] =>
  [...Map.groupBy(all, ([id]) => id)].map(([id, own]) => [id, own.map(([, text]) => text)]);

async function verifyNotes(client: Client, { notes }: AcknowledgedOperations) {
  const errors: string[] = [];
  for (const [treatmentId, contents] of byOwner(notes)) {
    const path = `/api/treatments/${treatmentId}/notes`;
    const stored = await everyPage<{ content: string }>(client, path);
    const storedContents = stored.map(({ content }) => content);
    errors.push(...diff('note', storedContents, contents));
  }
  return errors;
}

async function verifyImages(client: Client, { images }: AcknowledgedOperations) {
  const errors: string[] = [];
  for (const [diseaseId, titles] of byOwner(images)) {
    const path = `/api/treatments/disease/${diseaseId}`;
    const stored = await client.json<{ images: { title: string; filename: string }[] }>({ path });
    const storedTitles = stored.images.map(({ title }) => title);
    errors.push(...diff('image', storedTitles, titles));
    for (const { filename } of stored.images) {
      const { status } = await client.send({ path: `/uploads/${filename}`, asImage: true });
      if (status !== 200) errors.push(`image ${filename}: status ${status}`);
    }
  }
  return errors;
}

/** Unpaid orders look alike: one that was never acknowledged was created twice. */
async function verifyOrders(
  client: Client,
  { orders, hasAllOrders }: AcknowledgedOperations,
  toOrderIds: (simulatorIds: string[]) => Promise<string[]>,
): Promise<string[]> {
  if (orders.length === 0) return [];
  const acknowledged = await toOrderIds(orders);
  const stored = (await everyPage<{ id: string }>(client, '/api/orders')).map(({ id }) => id);
  const unknown = hasAllOrders ? stored.filter((id) => !acknowledged.includes(id)) : [];
  return [
    ...diff('order', stored, acknowledged),
    ...unknown.map((id) => `order ${id} was never acknowledged`),
  ];
}

/** Events arrive later: the audit trail must come to have each new disease once. */
async function verifyAuditTrail(client: Client, { diseases }: AcknowledgedOperations) {
  let errors = ['the audit trail cannot be read'];
  const complete = waitUntil('the audit trail is complete', AUDIT_TIMEOUT_MS, async () => {
    type Line = { objectId?: string; action: string };
    const lines = await everyPage<Line>(client, '/api/audit', 'kind=disease&');
    const created = lines.filter(({ action }) => action === 'created');
    const createdIds = created.map(({ objectId }) => objectId ?? '');
    errors = diff('audit line of', createdIds, [...diseases.keys()]);
    return errors.length === 0 ? true : undefined;
  });
  await complete.catch(() => undefined);
  return errors;
}

/** All items of a list. */
export async function everyPage<T>(client: Client, path: string, filter = ''): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page += 1) {
    const url = `${path}?${filter}page=${page}&limit=${PAGE_SIZE}`;
    const items = await client.json<T[]>({ path: url });
    all.push(...items);
    if (items.length < PAGE_SIZE) return all;
  }
}

function diff(kind: string, stored: string[], acknowledged: string[]): string[] {
  const counts = new Map<string, number>();
  for (const one of stored) counts.set(one, (counts.get(one) ?? 0) + 1);
  return acknowledged.flatMap((one) => {
    const count = counts.get(one) ?? 0;
    return count === 1 ? [] : [`${kind} ${one} is stored ${count} times`];
  });
}
