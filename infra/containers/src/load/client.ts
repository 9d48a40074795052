import { setTimeout as pause } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';

export interface HttpResponse {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

export interface HttpRequest {
  method?: string;
  path: string;
  body?: unknown;
  /** Idempotency key: repetitions are one operation. */
  key?: string;
  headers?: Record<string, string>;
  /** Sends the cookie with which pages show images instead of the token. */
  asImage?: boolean;
}

/** Longer than any deadline of the product except that of an upload. */
const REQUEST_TIMEOUT_MS = 15_000;
const RETRY_INTERVAL_MS = 100;

/** Calls the product as an administrator's own program would. */
export class Client {
  readonly #base: string;
  #account = { username: '', password: '' };
  #token = '';
  #cookie = '';

  constructor(base: string) {
    this.#base = base;
  }

  /** Sends one request and returns any response; rejects without one. */
  async send({
    method = 'GET',
    path,
    body,
    key,
    headers: extra,
    asImage = false,
  }: HttpRequest): Promise<HttpResponse> {
    const isForm = body instanceof FormData;
    const headers: Record<string, string> = asImage
      ? { cookie: this.#cookie }
      : { authorization: `Bearer ${this.#token}` };
    if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
    if (key !== undefined) headers['idempotency-key'] = key;
    Object.assign(headers, extra);
    const response = await fetch(this.#base + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes };
  }

  /** Repeats a request until the product accepts or refuses it. A write needs a key, or must be idempotent. */
  async sendUntilAcknowledged(request: HttpRequest, timeoutMs: number): Promise<HttpResponse> {
    const end = Date.now() + timeoutMs;
    for (;;) {
      const response = await this.send(request).catch(() => undefined);
      if (response?.status === 401) await this.signIn(this.#account).catch(() => undefined);
      else if (response && response.status < 500 && response.status !== 429) return response;
      if (Date.now() > end)
        throw new Error(`${request.method ?? 'GET'} ${request.path}: not acknowledged in time`);
      await pause(RETRY_INTERVAL_MS);
    }
  }

  /** Returns the JSON of a 2xx response; throws on any other. */
  async json<T>(request: HttpRequest): Promise<T> {
    const { status, bytes } = await this.send(request);
    const text = new TextDecoder().decode(bytes);
    if (status >= 200 && status < 300) return (text === '' ? undefined : JSON.parse(text)) as T;
    throw new Error(`${request.method ?? 'GET'} ${request.path}: ${status} ${text.slice(0, 300)}`);
  }

  /** Signs in; later requests are the administrator's. */
  async signIn(account: {
    username: string;
    password: string;
    newPassword?: string;
  }): Promise<void> {
    this.#account = account;
    const request = { method: 'POST', path: '/api/admin/login', body: account };
    const { status, bytes, headers } = await this.send(request);
    const text = new TextDecoder().decode(bytes);
    if (status !== 200) throw new Error(`sign-in: ${status} ${text}`);
    this.#token = (JSON.parse(text) as { token: string }).token;
    const cookies = headers.getSetCookie();
    this.#cookie = cookies.find((line) => line.includes('Path=/uploads;'))?.split(';')[0] ?? '';
  }
}

const SIDE = 64;

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const chunk = Buffer.alloc(8 + body.length);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), 4 + body.length);
  return chunk;
}

/** Returns a small PNG image of one shade of grey. */
function createTestImage(shade: number): Blob {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  // 8 bits of grey.
  header[8] = 8;
  const rows = Buffer.alloc(SIDE * (SIDE + 1), shade % 256);
  for (let row = 0; row < SIDE; row += 1) rows[row * (SIDE + 1)] = 0;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ];
  return new Blob([Buffer.concat([signature, ...chunks])], { type: 'image/png' });
}

/** Returns the form that uploads a test image. */
export function uploadForm(treatmentId: string, title: string, shade = 128): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ treatmentId, title, type: 'treatment_area' }))
    form.append(name, value);
  form.append('image', createTestImage(shade), 'image.png');
  return form;
}
