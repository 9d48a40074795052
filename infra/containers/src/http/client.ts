/** An answer of the product. */
export interface Answer {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

/** What is asked of it. */
export interface Call {
  method?: string;
  path: string;
  body?: unknown;
  /** Makes repetitions one operation. */
  key?: string;
  /** Whether to send the cookie with which pages show images, and no token. */
  asImage?: boolean;
}

/** Longer than any deadline of the product but that of an upload. */
const PATIENCE_MS = 15_000;

/** Calls the product as an administrator's own program would. */
export class Client {
  readonly #base: string;
  #token = '';
  #cookie = '';

  constructor(base: string) {
    this.#base = base;
  }

  /** One call, whatever its answer; rejects without one. */
  async send({ method = 'GET', path, body, key, asImage = false }: Call): Promise<Answer> {
    const isForm = body instanceof FormData;
    const headers: Record<string, string> = asImage
      ? { cookie: this.#cookie }
      : { authorization: `Bearer ${this.#token}` };
    if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
    if (key !== undefined) headers['idempotency-key'] = key;
    const response = await fetch(this.#base + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes };
  }

  /** A call that must be answered with 2xx; its JSON. */
  async json<T>(call: Call): Promise<T> {
    const { status, bytes } = await this.send(call);
    const text = new TextDecoder().decode(bytes);
    if (status >= 200 && status < 300) return (text === '' ? undefined : JSON.parse(text)) as T;
    throw new Error(`${call.method ?? 'GET'} ${call.path}: ${status} ${text.slice(0, 300)}`);
  }

  /** Signs in; from then on calls are the administrator's. */
  async signIn(username: string, password: string): Promise<void> {
    const body = { username, password };
    const answer = await this.send({ method: 'POST', path: '/api/admin/login', body });
    const text = new TextDecoder().decode(answer.bytes);
    if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${text}`);
    this.#token = (JSON.parse(text) as { token: string }).token;
    const cookies = answer.headers.getSetCookie();
    this.#cookie = cookies.find((line) => line.includes('Path=/uploads;'))?.split(';')[0] ?? '';
  }
}
