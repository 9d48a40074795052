import type { AddressInfo } from 'node:net';
import dns, { Packet } from 'dns2';

type Kind = 'A' | 'AAAA' | 'CNAME' | 'CAA';
type Name = Partial<Record<Kind, readonly string[]>>;

/** What is said of a name: its records (those of a kind may differ from one question to the next), a fault, or nothing. */
export type Entry = Name | ((asked: number, kind: Kind) => readonly string[]) | 'failed' | 'silent';

const data: Record<Kind, (value: string) => object> = {
  A: (address) => ({ address }),
  AAAA: (address) => ({ address }),
  CNAME: (domain) => ({ domain }),
  CAA: (text) => {
    const [, flags, tag = '', value = ''] = /^(\d+) (\w+) "(.*)"$/.exec(text) ?? [];
    return { flags: Number(flags), tag, value };
  },
};

const isKind = (text: string | undefined): text is Kind => text !== undefined && text in data;

/** A name server of its own, on the loopback. */
export class TestDns {
  /** Questions so far, as `A clinic.test`. */
  readonly asked: string[] = [];
  private readonly entries = new Map<string, Entry | undefined>();
  private readonly server = dns.createUDPServer((request, send) => {
    const answer = this.answer(request);
    if (answer) void send(answer);
  });

  static async start(): Promise<TestDns> {
    const made = new TestDns();
    await made.server.listen(0, '127.0.0.1');
    return made;
  }

  /** As a resolver takes it. */
  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** From now on this is said of `name`; a name of which nothing is said is unknown. */
  say(name: string, entry: Entry | undefined): void {
    this.entries.set(name, entry);
  }

  /** A domain that is as it should be. */
  sayRight(domain: string, address: string): void {
    this.say(domain, { A: [address] });
    this.say(`www.${domain}`, { CNAME: [domain], A: [] });
  }

  close(): void {
    this.server.close();
  }

  private answer(request: Packet): Packet | undefined {
    const answer = Packet.createResponseFromRequest(request);
    const [question] = request.questions;
    const kind = Packet.TYPE_NAME[question?.type ?? 0];
    if (!question || !isKind(kind)) throw new Error(`unexpected question: ${String(kind)}`);
    const name = question.name.toLowerCase();
    this.asked.push(`${kind} ${name}`);
    const entry = this.entries.get(name);
    if (entry === 'silent') return undefined;
    if (entry === undefined) answer.header.rcode = Packet.RCODE.NXDOMAIN;
    else if (entry === 'failed') answer.header.rcode = Packet.RCODE.SERVFAIL;
    else answer.answers = this.values(entry, kind, name).map((value) => record(name, kind, value));
    return answer;
  }

  private values(entry: Exclude<Entry, string>, kind: Kind, name: string): readonly string[] {
    if (typeof entry !== 'function') return entry[kind] ?? [];
    return entry(this.asked.filter((one) => one === `${kind} ${name}`).length, kind);
  }
}

const record = (name: string, kind: Kind, value: string) => {
  const made = new Packet.Resource(name, Packet.TYPE[kind], Packet.CLASS.IN, 60);
  return Object.assign(made, data[kind](value));
};
