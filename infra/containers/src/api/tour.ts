import { routes, type PartInput, type ResponseOf, type RouteName } from '@ctdb/contracts';
import { addressOf, conforming, contractOf, type Parts } from './contract.ts';
import type { Answer } from './http/answer.ts';
import type { Question, Visitor } from './http/visitor.ts';

type Contract<N extends RouteName> = (typeof routes)[N];

/** A call of the route `N`, as its contract types it. */
export interface Call<N extends RouteName> {
  params?: PartInput<Contract<N>, 'params'>;
  query?: PartInput<Contract<N>, 'query'>;
  body?: PartInput<Contract<N>, 'body'>;
  /** The body of a route that takes forms. */
  form?: FormData;
  headers?: Record<string, string>;
}

/** The request that a call is. */
export function questionOf(name: RouteName, parts: Parts, more: Partial<Question> = {}): Question {
  const route = contractOf(name);
  const { body } = parts;
  const isJson = body !== undefined && more.body === undefined;
  return {
    method: route.method,
    path: addressOf(route, parts),
    ...(isJson && { body: JSON.stringify(body) }),
    ...more,
    headers: { ...(isJson && { 'content-type': 'application/json' }), ...more.headers },
  };
}

/** Calls routes as they are meant to be called, and remembers what was called. */
export class Tour {
  /** The last good request of each route. */
  readonly samples = new Map<RouteName, Parts>();
  calls = 0;

  /** What a route answers; throws where that is not what its contract says. */
  async call<N extends RouteName>(
    visitor: Visitor,
    name: N,
    call: Call<N> = {},
  ): Promise<ResponseOf<Contract<N>>> {
    return (await this.answered(visitor, name, call)).said;
  }

  /** The same with the answer itself. */
  async answered<N extends RouteName>(
    visitor: Visitor,
    name: N,
    { form, headers, ...given }: Call<N> = {},
  ): Promise<{ said: ResponseOf<Contract<N>>; answer: Answer }> {
    const parts = given as Parts;
    const more = { ...(form && { body: form }), ...(headers && { headers }) };
    const question = questionOf(name, form ? { ...parts, body: undefined } : parts, more);
    const answer = await visitor.ask(question);
    const said = conforming(contractOf(name), answer) as ResponseOf<Contract<N>>;
    this.note(name, parts);
    return { said, answer };
  }

  /** Remembers a route that was called as it is meant to be. */
  note(name: RouteName, parts: Parts): void {
    this.calls += 1;
    this.samples.set(name, parts);
  }
}
