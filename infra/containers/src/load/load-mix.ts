import { randomUUID } from 'node:crypto';
import type { AcknowledgedOperations } from './acknowledged.ts';
import { uploadForm, type Client, type HttpRequest, type HttpResponse } from './client.ts';

/** One kind of request of the load. */
export interface LoadRequest {
  name: string;
  /** Its number among a hundred requests. */
  share: number;
  create: () => HttpRequest;
  /** Records what the product has acknowledged. */
  onAcknowledged?: (request: HttpRequest, response: HttpResponse) => void;
}

interface Target {
  diseaseId: string;
  treatmentId: string;
  filename: string;
}

const TARGETS = 10;
/** How long an open page may load its parts here. */
const PAGE_LIFETIME_MS = 120_000;
const textOf = ({ bytes }: HttpResponse) => new TextDecoder().decode(bytes);
const newDisease = () => ({ nameEn: `Load ${randomUUID()}`, nameKn: 'ಪರೀಕ್ಷೆ', category: 'Other' });
export const parse = (response: HttpResponse) => JSON.parse(textOf(response)) as { id: string };

/** The paths of the parts that a page names. */
export const partsOf = (page: HttpResponse): string[] =>
  [...textOf(page).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);

/** Creates the diseases that the load reads and adds to. */
async function createTargets(client: Client): Promise<Target[]> {
  const post = (path: string, body: unknown) =>
    client.json<{ id: string }>({ method: 'POST', path, body });
  const targets: Target[] = [];
  for (let count = 0; count < TARGETS; count += 1) {
    const { id: diseaseId } = await post('/api/diseases', newDisease());
    const { id: treatmentId } = await post('/api/treatments', { diseaseId });
    await post('/api/treatments/images', uploadForm(treatmentId, 'Load'));
    const detail = await client.json<{ images: { filename: string }[] }>({
      path: `/api/treatments/disease/${diseaseId}`,
    });
    targets.push({ diseaseId, treatmentId, filename: detail.images[0]?.filename ?? '' });
  }
  return targets;
}

/** Returns the order of an hourly pass from a provider, at the price that the server sets. */
export async function hourlyOrder(client: Client, provider: string): Promise<object> {
  const { providers } = await client.json<{
    providers: { name: string; charge: { items: { hourly: string }; currency: string } }[];
  }>({ path: '/paypal/setup' });
  const charge = providers.find(({ name }) => name === provider)?.charge;
  if (!charge) throw new Error(`nothing can be paid with ${provider}`);
  const { items, currency } = charge;
  return { amount: items.hourly, currency, intent: 'CAPTURE', item: 'hourly' };
}

/** Every service is called, most requests read, and each write can be verified afterwards. */
export async function createLoadMix(
  client: Client,
  acknowledged: AcknowledgedOperations,
): Promise<LoadRequest[]> {
  const targets = await createTargets(client);
  const order = await hourlyOrder(client, 'paypal');
  const unchangedIds: string[] = [];
  /** When a page last named each of its parts. */
  const parts = new Map<string, number>();
  let [turn, partTurn] = [0, 0];
  const next = (): Target => targets[(turn += 1) % targets.length] as Target;
  const nextPart = (): string => {
    const open = [...parts].filter(([, at]) => Date.now() - at < PAGE_LIFETIME_MS);
    return open[(partTurn += 1) % open.length]?.[0] ?? '/';
  };
  const get = (name: string, share: number, path: () => string, asImage = false): LoadRequest => ({
    name,
    share,
    create: () => ({ path: path(), asImage }),
  });
  return [
    get('registry page', 18, () => '/api/diseases?page=1&limit=10'),
    get('search', 10, () => '/api/diseases?search=madhumeha&page=1&limit=10'),
    get('disease', 10, () => `/api/diseases/${next().diseaseId}`),
    get('treatment', 10, () => `/api/treatments/disease/${next().diseaseId}`),
    get('image', 8, () => `/uploads/${next().filename}?size=thumb`, true),
    get('pricing', 6, () => '/api/admin/pricing'),
    get('backup status', 3, () => '/api/backup/status'),
    get('audit trail', 3, () => '/api/audit?page=1&limit=10'),
    // Also the parts of pages that were loaded before a gateway was replaced.
    get('part of a page', 4, nextPart),
    {
      name: 'page',
      share: 4,
      create: () => ({ path: '/' }),
      onAcknowledged: (_request, response) => {
        for (const path of partsOf(response)) parts.set(path, Date.now());
      },
    },
    {
      name: 'add note',
      share: 17,
      create: () => {
        const body = { treatmentId: next().treatmentId, title: 'Load', content: randomUUID() };
        return { method: 'POST', path: '/api/treatments/notes', body, key: randomUUID() };
      },
      onAcknowledged: ({ body }) => {
        const { treatmentId, content } = body as { treatmentId: string; content: string };
        acknowledged.notes.push([treatmentId, content]);
      },
    },
    {
      // Each new disease is changed once, so that no two changes of it overlap.
      name: 'add or change disease',
      share: 4,
      create: () => {
        const id = unchangedIds.shift();
        const body = newDisease();
        if (id !== undefined) return { method: 'PUT', path: `/api/diseases/${id}`, body };
        return { method: 'POST', path: '/api/diseases', body, key: randomUUID() };
      },
      onAcknowledged: ({ method, body }, response) => {
        const { id } = parse(response);
        acknowledged.diseases.set(id, (body as { nameEn: string }).nameEn);
        if (method === 'POST') unchangedIds.push(id);
      },
    },
    {
      name: 'order',
      share: 2,
      create: () => ({ method: 'POST', path: '/paypal/order', body: order, key: randomUUID() }),
      onAcknowledged: (_request, response) => {
        acknowledged.orders.push(parse(response).id);
      },
    },
    {
      name: 'upload',
      share: 1,
      create: () => {
        const body = uploadForm(next().treatmentId, randomUUID());
        return { method: 'POST', path: '/api/treatments/images', body };
      },
      onAcknowledged: ({ body }) => {
        const form = body as FormData;
        const target = targets.find(({ treatmentId }) => treatmentId === form.get('treatmentId'));
        acknowledged.images.push([target?.diseaseId ?? '', String(form.get('title'))]);
      },
    },
  ];
}

/** Returns a hundred requests in which each kind has its share, spread out. */
export function spread(mix: readonly LoadRequest[]): LoadRequest[] {
  return mix
    .flatMap((request) =>
      Array.from({ length: request.share }, (_, turn) => ({
        request,
        at: (turn + 0.5) / request.share,
      })),
    )
    .sort((one, other) => one.at - other.at)
    .map(({ request }) => request);
}
