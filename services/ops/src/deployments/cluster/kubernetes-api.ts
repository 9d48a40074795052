import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** Where the API server is, and the folder with the account of this process. */
export interface KubernetesSettings {
  readonly host: string;
  readonly port: number;
  readonly accountDir: string;
}

const TIMEOUT_MS = 5_000;

const condition = z.object({
  type: z.string(),
  status: z.string(),
  reason: z.string().default(''),
  message: z.string().default(''),
  observedGeneration: z.number().optional(),
});
/** A condition in the status of an object. */
export type Condition = z.infer<typeof condition>;
/** Conditions, none if there are none yet. */
export const conditions = z.array(condition).default([]);

/** The metadata that we read. */
export const metadata = z.object({
  name: z.string(),
  uid: z.string(),
  generation: z.number().default(0),
  creationTimestamp: z.string().default(''),
  ownerReferences: z.array(z.object({ uid: z.string() })).default([]),
});

/** A kind of object. */
export interface Resource<S extends z.ZodType = z.ZodType> {
  readonly group: string;
  readonly plural: string;
  /** What we read of it. */
  readonly schema: S;
}

/** An object as it is applied. */
export interface AppliedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Record<string, string> };
  readonly spec: unknown;
}

/** The API server has refused a request; its message is for administrators. */
export class KubernetesError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = 'KubernetesError';
  }
}

const failure = z.object({ message: z.string() });
const namespaceName = z.string().regex(/^[a-z0-9-]{1,63}$/);

const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/**
 * The requests of a pod to its API server: objects of version v1 in its own namespace. Four requests need
 * no client library, and Node's `fetch` takes no authority of its own.
 */
export class KubernetesApi {
  constructor(
    private readonly settings: KubernetesSettings,
    /** Who owns the fields that we apply. */
    private readonly fieldManager: string,
  ) {}

  /** Undefined if there is none. */
  async get<S extends z.ZodType>(
    resource: Resource<S>,
    name: string,
    signal?: AbortSignal,
  ): Promise<z.output<S> | undefined> {
    const found = await this.send('GET', resource, `/${name}`, signal);
    return found === undefined ? undefined : resource.schema.parse(found);
  }

  async list<S extends z.ZodType>(
    resource: Resource<S>,
    signal?: AbortSignal,
  ): Promise<z.output<S>[]> {
    const found = await this.send('GET', resource, '', signal);
    return z.object({ items: z.array(resource.schema) }).parse(found).items;
  }

  /** Creates the object, or makes its fields what they are here (server-side apply). */
  async apply(resource: Resource, object: AppliedObject, signal?: AbortSignal): Promise<void> {
    const query = `?fieldManager=${this.fieldManager}&force=true`;
    await this.send('PATCH', resource, `/${object.metadata.name}${query}`, signal, object);
  }

  /** Nothing happens if there is none. */
  async delete(resource: Resource, name: string, signal?: AbortSignal): Promise<void> {
    await this.send('DELETE', resource, `/${name}`, signal);
  }

  /** The JSON of the response; undefined if there is no such object. */
  private async send(
    method: string,
    { group, plural }: Resource,
    rest: string,
    signal: AbortSignal | undefined,
    body?: AppliedObject,
  ): Promise<unknown> {
    const { host, port, accountDir } = this.settings;
    // Kubernetes replaces the token every hour.
    const [token, ca, namespace] = await Promise.all(
      ['token', 'ca.crt', 'namespace'].map((name) => readFile(join(accountDir, name), 'utf8')),
    );
    const own = namespaceName.parse(namespace?.trim());
    const path = `/apis/${group}/v1/namespaces/${own}/${plural}${rest}`;
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    const { status, content } = await new Promise<{ status: number; content: string }>(
      (resolve, reject) => {
        const sent = request(
          {
            ...{ host, port, ca, method, path },
            signal: signal ? AbortSignal.any([signal, limit]) : limit,
            headers: {
              authorization: `Bearer ${token?.trim() ?? ''}`,
              accept: 'application/json',
              // JSON is YAML, too.
              ...(body && { 'content-type': 'application/apply-patch+yaml' }),
            },
          },
          (response) => {
            text(response).then(
              (read) => resolve({ status: response.statusCode ?? 0, content: read }),
              reject,
            );
          },
        );
        sent.on('error', reject).end(body && JSON.stringify(body));
      },
    );
    const answer = parseJson(content);
    if (status >= 200 && status < 300) return answer;
    const message = failure.safeParse(answer).data?.message ?? '';
    // A list is not found only where its kind is unknown.
    if (status === 404 && rest !== '' && method !== 'PATCH') return undefined;
    throw new KubernetesError(status, message);
  }
}
