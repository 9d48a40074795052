import { randomUUID } from 'node:crypto';
import type { Client } from './client.ts';

/** What the product has acknowledged, as its client remembers it. */
export interface Ledger {
  /** Name of each disease by id, as last acknowledged. */
  diseases: Map<string, string>;
  /** Contents of each note by treatment. */
  notes: Map<string, string[]>;
  acknowledged: number;
  refused: string[];
}

const INSIST_MS = 60_000;
const PAUSE_MS = 20;

const expect = (ledger: Ledger, what: string, status: number, wanted: number): boolean => {
  if (status === wanted) {
    ledger.acknowledged += 1;
    return true;
  }
  ledger.refused.push(`${what}: ${status} instead of ${wanted}`);
  return false;
};

/** One practitioner at work: a disease, its treatment, notes, a change; over and over until stopped. */
export const work = async (
  client: Client,
  ledger: Ledger,
  isStopped: () => boolean,
): Promise<void> => {
  while (!isStopped()) {
    const name = `Fault ${randomUUID()}`;
    const disease = { nameEn: name, nameKn: 'ಪರೀಕ್ಷೆ', category: 'Other' };
    const post = (path: string, body: unknown) =>
      client.insist({ method: 'POST', path, body, key: randomUUID() }, INSIST_MS);

    const created = await post('/api/diseases', disease);
    if (!expect(ledger, 'create', created.status, 201)) continue;
    const id = String(created.body['id']);
    ledger.diseases.set(id, name);

    const treatment = await post('/api/treatments', { diseaseId: id });
    if (!expect(ledger, 'treatment', treatment.status, 201)) continue;
    const treatmentId = String(treatment.body['id']);
    ledger.notes.set(id, []);
    for (let count = 0; count < 3; count += 1) {
      const content = randomUUID();
      const note = await post('/api/treatments/notes', { treatmentId, content });
      if (expect(ledger, 'note', note.status, 201)) ledger.notes.get(id)?.push(content);
    }

    const renamed = `${name} changed`;
    const change = await client.insist(
      { method: 'PUT', path: `/api/diseases/${id}`, body: { ...disease, nameEn: renamed } },
      INSIST_MS,
    );
    if (expect(ledger, 'change', change.status, 200)) ledger.diseases.set(id, renamed);
    await new Promise((wake) => setTimeout(wake, PAUSE_MS));
  }
};

/** Compares the product's state with the ledger; returns what is missing, doubled or different. */
export const audit = async (client: Client, ledger: Ledger): Promise<string[]> => {
  const faults: string[] = [...ledger.refused];
  const read = (path: string) => client.insist({ method: 'GET', path }, INSIST_MS);
  for (const [id, name] of ledger.diseases) {
    const { body } = await read(`/api/diseases/${id}`);
    if (body['nameEn'] !== name) faults.push(`disease ${id} is ${String(body['nameEn'])}`);
    const unique = name.split(' ')[1] ?? '';
    const found = await read(`/api/diseases?search=${unique}`);
    const count = (found.body['items'] as { nameEn: string }[]).filter(({ nameEn }) =>
      nameEn.includes(unique),
    ).length;
    if (count !== 1) faults.push(`disease ${id} is in the registry ${count} times`);
  }
  for (const [id, contents] of ledger.notes) {
    const { body } = await read(`/api/treatments/disease/${id}`);
    const stored = (body['notes'] as { content: string }[]).map(({ content }) => content).sort();
    if (JSON.stringify(stored) !== JSON.stringify([...contents].sort()))
      faults.push(`notes of ${id}: ${stored.length} stored, ${contents.length} acknowledged`);
  }
  return faults;
};
