import { randomUUID } from 'node:crypto';
import type { Answer, Call, Client } from '../http/client.ts';
import { upload } from '../http/image.ts';
import type { Ledger } from './ledger.ts';

/** One kind of request of the load. */
export interface Work {
  name: string;
  /** How many of a hundred requests it makes. */
  share: number;
  call: () => Call;
  /** Notes what was acknowledged. */
  acknowledged?: (call: Call, answer: Answer) => void;
}

interface Target {
  diseaseId: string;
  treatmentId: string;
  filename: string;
}

const TARGETS = 10;
const disease = () => ({ nameEn: `Load ${randomUUID()}`, nameKn: 'ಪರೀಕ್ಷೆ', category: 'Other' });
const parsed = ({ bytes }: Answer) => JSON.parse(new TextDecoder().decode(bytes)) as { id: string };

/** What the load reads and adds to. */
async function targets(client: Client): Promise<Target[]> {
  const made: Target[] = [];
  for (let count = 0; count < TARGETS; count += 1) {
    const { id: diseaseId } = await client.json<{ id: string }>({
      method: 'POST',
      path: '/api/diseases',
      body: disease(),
    });
    const body = { diseaseId };
    const treatment = await client.json<{ id: string }>({
      method: 'POST',
      path: '/api/treatments',
      body,
    });
    const form = upload(treatment.id, 'Load', count);
    await client.json({ method: 'POST', path: '/api/treatments/images', body: form });
    const detail = await client.json<{ images: { filename: string }[] }>({
      path: `/api/treatments/disease/${diseaseId}`,
    });
    const filename = detail.images[0]?.filename ?? '';
    made.push({ diseaseId, treatmentId: treatment.id, filename });
  }
  return made;
}

/** What a page asks for when its reader buys an hour, at the price that the server names. */
async function anHour(client: Client): Promise<object> {
  const { charge } = await client.json<{
    charge: { items: { hourly: string }; currency: string };
  }>({ path: '/paypal/setup' });
  const { items, currency } = charge;
  return { amount: items.hourly, currency, intent: 'CAPTURE', item: 'hourly' };
}

/** The mix: every service is asked, most requests read, and each write can be looked for afterwards. */
export async function mix(client: Client, ledger: Ledger): Promise<Work[]> {
  const known = await targets(client);
  const hour = await anHour(client);
  let turn = 0;
  const next = (): Target => known[(turn += 1) % known.length] as Target;
  const get = (name: string, share: number, path: () => string, asImage = false): Work => ({
    name,
    share,
    call: () => ({ path: path(), asImage }),
  });
  return [
    get('registry page', 20, () => '/api/diseases?page=1&limit=10'),
    get('search', 12, () => '/api/diseases?search=madhumeha&page=1&limit=10'),
    get('disease', 10, () => `/api/diseases/${next().diseaseId}`),
    get('treatment', 10, () => `/api/treatments/disease/${next().diseaseId}`),
    get('image', 8, () => `/uploads/${next().filename}?size=thumb`, true),
    get('pricing', 6, () => '/api/admin/pricing'),
    get('backup status', 3, () => '/api/backup/status'),
    get('audit trail', 3, () => '/api/audit?page=1&limit=10'),
    get('page', 4, () => '/'),
    {
      name: 'add note',
      share: 18,
      call: () => {
        const body = { treatmentId: next().treatmentId, title: 'Load', content: randomUUID() };
        return { method: 'POST', path: '/api/treatments/notes', body, key: randomUUID() };
      },
      acknowledged: ({ body }) => {
        const { treatmentId, content } = body as { treatmentId: string; content: string };
        ledger.note(treatmentId, content);
      },
    },
    {
      name: 'add disease',
      share: 3,
      call: () => ({ method: 'POST', path: '/api/diseases', body: disease(), key: randomUUID() }),
      acknowledged: ({ body }, answer) => {
        ledger.diseases.set(parsed(answer).id, (body as { nameEn: string }).nameEn);
      },
    },
    {
      name: 'order',
      share: 2,
      call: () => ({ method: 'POST', path: '/paypal/order', body: hour, key: randomUUID() }),
      acknowledged: (_call, answer) => {
        ledger.orders.add(parsed(answer).id);
      },
    },
    {
      name: 'upload',
      share: 1,
      call: () => {
        const { treatmentId } = next();
        const form = upload(treatmentId, randomUUID(), Math.floor(Math.random() * 256));
        return { method: 'POST', path: '/api/treatments/images', body: form };
      },
      acknowledged: ({ body }) => {
        const form = body as FormData;
        const of = known.find(({ treatmentId }) => treatmentId === form.get('treatmentId'));
        ledger.image(of?.diseaseId ?? '', String(form.get('title')));
      },
    },
  ];
}
