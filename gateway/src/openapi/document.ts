import {
  cookieNames,
  type ErrorCode,
  errorStatus,
  isAllowed,
  plans,
  problem,
  type RouteContract,
  routes,
} from '@ctdb/contracts';
import { z } from 'zod';
import listedHeaders from './headers.json' with { type: 'json' };

/** A JSON Schema (2020-12), the dialect of OpenAPI 3.1. */
type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Describes what a caller sends (`input`, before defaults and trimming), or gets (`output`), as JSON Schema. */
const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const described: JsonSchema = { ...z.toJSONSchema(schema, { io }) };
  // The document says once which dialect its schemas are.
  delete described.$schema;
  return described;
};

const members = (schema: z.ZodType | undefined, place: 'path' | 'query') => {
  if (!schema) return [];
  const { required = [] } = toJsonSchema(schema, 'input');
  // The text of a number is described as the number.
  const { properties = {} } = toJsonSchema(schema, 'output');
  return Object.entries(properties).map(([name, member]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: member === true || member === false ? {} : member,
  }));
};

/** Headers of requests, each for the routes that have the property `when`. */
const headers = z
  .array(
    z.strictObject({
      when: z.enum(['always', 'conditional', 'idempotent', 'revalidated', 'binary']),
      name: z.string(),
      description: z.string(),
      pattern: z.string().optional(),
    }),
  )
  .parse(listedHeaders);

const headersOf = (route: RouteContract) =>
  headers
    .filter(({ when }) => when === 'always' || route[when])
    .map(({ name, description, pattern }) => ({
      name,
      in: 'header' as const,
      required: false,
      description,
      schema: { type: 'string', ...(pattern !== undefined && { pattern }) },
    }));

const always: readonly ErrorCode[] = ['VALIDATION_FAILED', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'];
const ofBodies: readonly ErrorCode[] = [
  'MALFORMED_BODY',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

/** Every error that `route` can answer with. */
const getErrorCodes = (route: RouteContract): ErrorCode[] => {
  const { access, method, cookieAuthorised, confirmed, conditional } = route;
  return [
    ...new Set<ErrorCode>([
      ...always,
      ...(access.anonymous ? [] : (['ACCESS_REQUIRED', 'FORBIDDEN'] as const)),
      ...(method === 'GET' ? [] : ofBodies),
      ...(cookieAuthorised ? (['FOREIGN_ORIGIN'] as const) : []),
      ...(confirmed ? (['CONFIRMATION_REQUIRED'] as const) : []),
      ...(conditional ? (['VERSION_CONFLICT'] as const) : []),
      ...(route.errors ?? []),
    ]),
  ];
};

const file = { type: 'string', format: 'binary' };

/** A body of one of `types`; if not said otherwise, a file. */
const toContent = (types: readonly string[], schema: object = file) => ({
  content: Object.fromEntries(types.map((type) => [type, { schema }])),
});

const failure = (codes: readonly ErrorCode[]) => ({
  description: codes.join(', '),
  ...toContent(['application/problem+json'], {
    allOf: [
      { $ref: '#/components/schemas/Problem' },
      { type: 'object', properties: { code: { enum: codes } } },
    ],
  }),
});

const success = ({ summary, response, binary, contentTypes }: RouteContract) => ({
  description: summary,
  ...(binary && toContent(['image/*'])),
  ...(contentTypes && toContent(contentTypes)),
  ...(response && toContent(['application/json'], toJsonSchema(response, 'output'))),
});

/** Every answer of `route`, by status. */
const toResponses = (route: RouteContract): Record<string, object> => {
  const byStatus = Map.groupBy(getErrorCodes(route), (code) => errorStatus[code]);
  const failures = [...byStatus].map(([status, codes]) => [String(status), failure(codes)]);
  return {
    [route.status]: success(route),
    ...(route.acceptedStatus ? { [route.acceptedStatus]: success(route) } : {}),
    ...(route.binary ? { 206: success(route) } : {}),
    ...(route.revalidated ? { 304: { description: 'The caller holds the current state' } } : {}),
    ...(Object.fromEntries(failures) as Record<string, object>),
    // The HTTP server refuses a long address before the route is known.
    431: failure(['PAYLOAD_TOO_LARGE']),
  };
};

/** The lowest role that is required, and whether a pass will do. */
const toSecurity = ({ access }: RouteContract): object[] => {
  if (access.anonymous) return [];
  const person = { person: [access.person] };
  return access.pass === false ? [person] : [person, { pass: [] }];
};

/** Who may call it, as far as `security` does not say it. */
const toDescription = ({ access, confirmed, rateLimit = 'default' }: RouteContract): string => {
  const buyer = { role: 'pass', id: '', practice: '' } as const;
  const included = plans.filter((plan) => isAllowed(access, { ...buyer, plan }));
  const passes = included.length > 0 ? `passes and plans (${included.join(', ')}) and ` : '';
  const callers = access.anonymous ? 'everyone' : `${passes}the team from ${access.person} upward`;
  const confirmation = confirmed ? ' after a recent password or second factor' : '';
  return `For ${callers}${confirmation}. Rate class: ${rateLimit}.`;
};

/** `/api/treatments/{id}/notes` belongs to `treatments`, `/paypal/order` to `paypal`. */
const getTag = ({ path }: RouteContract): string =>
  path.split('/').find((part) => part !== '' && part !== 'api') ?? 'api';

const toRequestBody = ({ body, multipart, fileTypes }: RouteContract) => {
  if (fileTypes) return toContent(fileTypes);
  const schema: JsonSchema = body ? toJsonSchema(body, 'input') : {};
  if (!multipart) return toContent(['application/json'], schema);
  const { properties, required = [] } = schema;
  const form = { ...schema, properties: { ...properties, image: file } };
  return toContent(['multipart/form-data'], { ...form, required: [...required, 'image'] });
};

const toOperation = (operationId: string, route: RouteContract) => ({
  operationId,
  summary: route.summary,
  description: toDescription(route),
  tags: [getTag(route)],
  security: toSecurity(route),
  parameters: [
    ...members(route.params, 'path'),
    ...members(route.query, 'query'),
    ...headersOf(route),
  ],
  ...((route.body || route.rawBody || route.fileTypes) && {
    requestBody: {
      required: !route.body?.safeParse(undefined).success,
      ...toRequestBody(route),
    },
  }),
  responses: toResponses(route),
});

/** The API as OpenAPI 3.1, made from the contracts of all routes. */
export const openApiDocument = (productName: string) => {
  const paths: Record<string, Record<string, ReturnType<typeof toOperation>>> = {};
  for (const [id, route] of Object.entries<RouteContract>(routes)) {
    const operation = { [route.method.toLowerCase()]: toOperation(id, route) };
    paths[route.path] = { ...paths[route.path], ...operation };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${productName} Database`,
      version: '1',
      description:
        'Errors are application/problem+json with a code. Every answer carries X-Request-Id.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Problem: toJsonSchema(problem, 'output') },
      securitySchemes: {
        person: { type: 'http', scheme: 'bearer' },
        pass: { type: 'apiKey', in: 'cookie', name: cookieNames.pass },
      },
    },
  };
};
