import { baseUrl, run } from '../settings.ts';
import { Answer } from './answer.ts';
import { watch } from './watch.ts';

/** What is asked, as it goes over the wire. */
export interface Question {
  method: string;
  /** With its query. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | FormData;
}

/** Longer than the longest deadline of the product, which is an upload's. */
const PATIENCE_MS = 40_000;
const PROBES = /^\/(api|paypal|uploads|health|metrics)(\/|$|\?)/;

let questions = 0;

/** Who asks: a browser with its cookies, or a program with its token. */
export class Visitor {
  /** Of an administrator. */
  token: string | undefined;
  /** How its requests are named in the audit trail. */
  readonly name: string;
  readonly #cookies = new Map<string, { value: string; path: string }>();

  constructor(name: string) {
    this.name = name;
  }

  /** Holds a cookie that nobody has given out. */
  put(name: string, value: string): void {
    this.#cookies.set(name, { value, path: '/' });
  }

  async ask({ method, path, headers = {}, body }: Question): Promise<Answer> {
    questions += 1;
    const requestId = `${run}.${this.name}.${questions}`;
    const response = await fetch(baseUrl + path, {
      method,
      redirect: 'manual',
      headers: { ...this.#own(path), 'x-request-id': requestId, ...headers },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    this.#keep(response.headers.getSetCookie());
    const bytes = new Uint8Array(await response.arrayBuffer());
    const answer = new Answer({ words: `${method} ${path}`, requestId }, response, bytes);
    if (PROBES.test(path)) watch.see(answer);
    return answer;
  }

  /** The cookies go where a browser would send them, from a page of ours. */
  #own(path: string): Record<string, string> {
    const cookies = [...this.#cookies]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([name, { value }]) => `${name}=${value}`);
    return {
      ...(cookies.length > 0 && { cookie: cookies.join('; '), origin: baseUrl }),
      ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
    };
  }

  #keep(lines: string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /; Path=([^;]+)/i.exec(line)?.[1] ?? '/';
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, { value, path });
    }
  }
}
