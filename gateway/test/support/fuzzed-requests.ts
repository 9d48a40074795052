import fc from 'fast-check';
import { arbitraryOf, type Schema } from './arbitrary.js';
import { form, formType, type Part } from './forms.js';
import { call, type Call, type Result } from './http-client.js';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Schema;
}

/** What the description of the API says of one operation, as far as it is used here. */
export interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

/** A random request. */
export interface FuzzedRequest {
  readonly values: Readonly<Record<string, unknown>>;
  readonly extra: [string, string] | undefined;
  readonly body: unknown;
}

const schemaOf = ({ requestBody }: Operation, type: string): Schema | undefined =>
  requestBody?.content[type]?.schema;

/** Values that the target knows, by the name of a parameter or field. */
type KnownValues = ReadonlyMap<string, readonly string[]>;

const valueFor = ({ name, schema }: Parameter, known: KnownValues): fc.Arbitrary<unknown> =>
  fc.oneof(...(known.get(name) ?? []).map((value) => fc.constant(value)), arbitraryOf(schema));

const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 4 }, { arbitrary: value, weight: 1 });

/** Puts known values in the place of most random ones, so that a record that it refers to exists. */
const withKnown = (body: fc.Arbitrary<unknown>, known: KnownValues): fc.Arbitrary<unknown> =>
  fc.tuple(body, fc.nat(9)).map(([fields, turn]) => {
    if (turn === 0 || typeof fields !== 'object' || fields === null) return fields;
    const replace = ([name, value]: [string, unknown]) => {
      const values = known.get(name) ?? [];
      return [name, values.length === 0 ? value : values[turn % values.length]];
    };
    return Object.fromEntries(Object.entries(fields).map(replace)) as unknown;
  });

const bodyFor = (operation: Operation, known: KnownValues): fc.Arbitrary<unknown> => {
  const schema =
    schemaOf(operation, 'application/json') ?? schemaOf(operation, 'multipart/form-data');
  return schema ? withKnown(arbitraryOf(schema), known) : rarely(fc.json({ maxDepth: 1 }));
};

/** Requests that mostly fit `operation`. */
export const requestsFor = (
  operation: Operation,
  known: KnownValues,
): fc.Arbitrary<FuzzedRequest> => {
  const { parameters } = operation;
  const inPath = parameters.filter((part) => part.in === 'path');
  const values = parameters.map((part) => [part.name, valueFor(part, known)] as const);
  return fc.record({
    values: fc.record(Object.fromEntries(values), {
      requiredKeys: inPath.map(({ name }) => name),
    }),
    extra: rarely(fc.tuple(fc.string(), fc.string())),
    body: bodyFor(operation, known),
  });
};

// Objects may have a `toString` of their own that is no function.
const textOf = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value).toWellFormed();
const headerText = (value: unknown): string =>
  textOf(value)
    .replace(/[^\x20-\x7e]/g, '?')
    .trim();

const contentOf = (operation: Operation, body: unknown): Pick<Call, 'json' | 'raw' | 'headers'> => {
  if (!schemaOf(operation, 'multipart/form-data')) return { json: body };
  const members = typeof body === 'object' && body !== null ? body : { value: body };
  const parts = Object.entries(members).map(([name, value]): Part =>
    name === 'image' ? [name, textOf(value), 'a.jpg'] : [headerText(name), textOf(value)],
  );
  return { raw: form(parts), headers: formType };
};

/** Where a request goes, and with what. */
export interface Sending {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
  readonly request: FuzzedRequest;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a request as its values say. */
export const send = (origin: string, sending: Sending): Promise<Result> => {
  const { path, method, operation, request } = sending;
  const { values, extra, body } = request;
  const query = new URLSearchParams(extra ? [extra] : []);
  const headers: Record<string, string> = { ...sending.headers };
  let target = path;
  for (const { name, in: place } of operation.parameters) {
    if (!(name in values)) continue;
    const value = textOf(values[name]);
    // An empty part of a path makes another path of it.
    if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value || '0'));
    if (place === 'query') query.set(name, value);
    if (place === 'header') headers[name] = headerText(values[name]);
  }
  const content = contentOf(operation, body);
  return call(origin, query.size > 0 ? `${target}?${query.toString()}` : target, {
    ...content,
    method: method.toUpperCase(),
    headers: { ...headers, ...content.headers },
  });
};
