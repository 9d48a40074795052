import type { Client } from '../http/client.ts';
import { until } from '../until.ts';
import type { Ledger } from './ledger.ts';
import { ownIds } from './stand-in.ts';

const PAGE = 100;
const SETTLE_MS = 60_000;

/** Compares what is there with what was acknowledged; each thing that is lost or doubled, in a line. */
export async function audit(client: Client, ledger: Ledger): Promise<string[]> {
  return [
    ...(await diseases(client, ledger)),
    ...(await notes(client, ledger)),
    ...(await images(client, ledger)),
    ...(await orders(client, ledger)),
    ...(await trail(client, ledger)),
  ];
}

async function diseases(client: Client, ledger: Ledger): Promise<string[]> {
  const all = await everyPage<{ id: string; nameEn: string }>(client, '/api/diseases');
  return differences(
    'disease',
    all.map(({ nameEn }) => nameEn),
    [...ledger.diseases.values()],
  );
}

async function notes(client: Client, ledger: Ledger): Promise<string[]> {
  const faults: string[] = [];
  for (const [treatmentId, contents] of ledger.notes) {
    const path = `/api/treatments/${treatmentId}/notes`;
    const stored = await everyPage<{ content: string }>(client, path);
    faults.push(
      ...differences(
        'note',
        stored.map(({ content }) => content),
        [...contents],
      ),
    );
  }
  return faults;
}

async function images(client: Client, ledger: Ledger): Promise<string[]> {
  const faults: string[] = [];
  for (const [diseaseId, titles] of ledger.images) {
    const path = `/api/treatments/disease/${diseaseId}`;
    const found = await client.json<{ images: { title: string; filename: string }[] }>({ path });
    faults.push(
      ...differences(
        'image',
        found.images.map(({ title }) => title),
        [...titles],
      ),
    );
    for (const { filename } of found.images) {
      const { status } = await client.send({ path: `/uploads/${filename}`, asImage: true });
      if (status !== 200) faults.push(`image ${filename} is answered with ${status}`);
    }
  }
  return faults;
}

/** An unpaid order looks like another: what nobody was told of was made twice. */
async function orders(client: Client, ledger: Ledger): Promise<string[]> {
  const listed = await everyPage<{ id: string }>(client, '/api/orders');
  const stored = listed.map(({ id }) => id);
  const acknowledged = await ownIds([...ledger.orders]);
  const strangers = stored.filter((id) => !acknowledged.includes(id));
  return [
    ...differences('order', stored, acknowledged),
    ...strangers.map((id) => `order ${id} was never acknowledged`),
  ];
}

/** Events are told later than they happen: each new disease must come to be in the audit trail, once. */
export async function trail(client: Client, ledger: Ledger): Promise<string[]> {
  const wanted = [...ledger.diseases.keys()];
  // Until it was read once.
  let faults = ['the audit trail cannot be read'];
  const complete = until('the audit trail is complete', SETTLE_MS, async () => {
    const lines = await everyPage<{ objectId?: string; action: string }>(
      client,
      '/api/audit',
      'kind=disease&',
    );
    const created = lines.filter(({ action }) => action === 'created');
    faults = differences(
      'audit line of',
      created.map(({ objectId }) => objectId ?? ''),
      wanted,
    );
    return faults.length === 0 ? true : undefined;
  });
  await complete.catch(() => undefined);
  return faults;
}

async function everyPage<T>(client: Client, path: string, filter = ''): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page += 1) {
    const part = await client.json<T[]>({ path: `${path}?${filter}page=${page}&limit=${PAGE}` });
    all.push(...part);
    if (part.length < PAGE) return all;
  }
}

function differences(kind: string, stored: string[], acknowledged: string[]): string[] {
  const counts = new Map<string, number>();
  for (const one of stored) counts.set(one, (counts.get(one) ?? 0) + 1);
  return acknowledged.flatMap((one) => {
    const count = counts.get(one) ?? 0;
    return count === 1 ? [] : [`${kind} ${one} is there ${count} times`];
  });
}
