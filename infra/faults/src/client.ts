/** An answer of the product; `body` is what its JSON said. */
export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

interface Call {
  method: string;
  path: string;
  body?: unknown;
  key?: string;
}

/** Longer than any deadline of the product: an answer that takes more is a fault of its own. */
const PATIENCE_MS = 8_000;

/** Signs in and calls the product as the browser does; signs in again where the session is gone. */
export class Client {
  readonly #base: string;
  readonly #account: { username: string; password: string };
  #token = '';

  constructor(base: string, account: { username: string; password: string }) {
    this.#base = base;
    this.#account = account;
  }

  /** One try; `undefined` without an answer. */
  async try(call: Call): Promise<Answer | undefined> {
    try {
      const answer = await this.#send(call);
      if (answer.status !== 401) return answer;
      await this.#signIn();
      return await this.#send(call);
    } catch {
      return undefined;
    }
  }

  /**
   * Tries until the product acknowledges or refuses; the key makes the tries one operation.
   * @param limitMs how long to go on
   */
  async insist(call: Call, limitMs: number): Promise<Answer> {
    const end = Date.now() + limitMs;
    for (;;) {
      const answer = await this.try(call);
      if (answer && answer.status < 500 && answer.status !== 429) return answer;
      if (Date.now() > end) throw new Error(`${call.method} ${call.path}: no answer in time`);
      await new Promise((wake) => setTimeout(wake, 100));
    }
  }

  async #signIn(): Promise<void> {
    const answer = await this.#send({
      method: 'POST',
      path: '/api/admin/login',
      body: this.#account,
    });
    this.#token = String(answer.body['token'] ?? '');
  }

  async #send({ method, path, body, key }: Call): Promise<Answer> {
    const headers: Record<string, string> = { authorization: `Bearer ${this.#token}` };
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (key !== undefined) headers['idempotency-key'] = key;
    const response = await fetch(this.#base + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await response.text();
    const parsed: unknown = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {};
    const list = Array.isArray(parsed) ? { items: parsed } : (parsed as Record<string, unknown>);
    return { status: response.status, body: list };
  }
}
