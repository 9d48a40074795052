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
const REQUEST_TIMEOUT_MS = 25_000;

/** Calls the product as an administrator's own program would. */
export class Client {
  readonly #base: string;
  token = '';
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
    const headers: Record<string, string> = {};
    if (asImage) headers['cookie'] = this.#cookie;
    else if (this.token !== '') headers['authorization'] = `Bearer ${this.token}`;
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
    const request = { method: 'POST', path: '/api/admin/login', body: account };
    const { status, bytes, headers } = await this.send(request);
    const text = new TextDecoder().decode(bytes);
    if (status !== 200) throw new Error(`sign-in: ${status} ${text}`);
    this.token = (JSON.parse(text) as { token: string }).token;
    const cookies = headers.getSetCookie();
    this.#cookie = cookies.find((line) => line.includes('Path=/uploads;'))?.split(';')[0] ?? '';
  }
}

/** A PNG image of 64 by 64 grey pixels. */
const TEST_IMAGE =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEWAgICQdD0xAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAG0lEQVRYhe3BgQAAAADDoPlT3+AEVQEAAAB0DRBAAAGx1LfoAAAAAElFTkSuQmCC';

/** Returns the form that uploads a test image. */
export function uploadForm(treatmentId: string, title: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ treatmentId, title, type: 'treatment_area' }))
    form.append(name, value);
  const image = new Blob([Buffer.from(TEST_IMAGE, 'base64')], { type: 'image/png' });
  form.append('image', image, 'image.png');
  return form;
}
