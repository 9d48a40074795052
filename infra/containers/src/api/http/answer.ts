/** An answer, read to its end. */
export class Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** What was asked, for whoever reads of a fault. */
  readonly asked: string;
  readonly requestId: string;

  constructor(
    asked: { words: string; requestId: string },
    response: Pick<Response, 'status' | 'headers'>,
    bytes: Uint8Array,
  ) {
    this.asked = asked.words;
    this.requestId = asked.requestId;
    this.status = response.status;
    this.headers = response.headers;
    this.bytes = bytes;
  }

  get text(): string {
    return new TextDecoder().decode(this.bytes);
  }

  /** Throws where it is no JSON. */
  json(): unknown {
    return JSON.parse(this.text);
  }

  header(name: string): string {
    return this.headers.get(name) ?? '';
  }

  /** What it was, in a line. */
  get words(): string {
    return `${this.asked} → ${this.status} ${this.text.slice(0, 300)}`;
  }
}
