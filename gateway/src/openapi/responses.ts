import { type ErrorCode, errorStatus, type RouteContract } from '@ctdb/contracts';
import { toJsonSchema } from './parameters.js';

const always: readonly ErrorCode[] = ['VALIDATION_FAILED', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'];
const ofBodies: readonly ErrorCode[] = [
  'MALFORMED_BODY',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

/** Every error that `route` can answer with. */
export const getErrorCodes = (route: RouteContract): ErrorCode[] => {
  const { access, method, cookieAuthorised, confirmed, errors = [] } = route;
  return [
    ...new Set<ErrorCode>([
      ...always,
      ...(access.anonymous ? [] : (['ACCESS_REQUIRED', 'FORBIDDEN'] as const)),
      ...(method === 'GET' ? [] : ofBodies),
      ...(cookieAuthorised ? (['FOREIGN_ORIGIN'] as const) : []),
      ...(confirmed ? (['CONFIRMATION_REQUIRED'] as const) : []),
      ...errors,
    ]),
  ];
};

const failure = (codes: readonly ErrorCode[]) => ({
  description: codes.join(', '),
  content: {
    'application/problem+json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          { type: 'object', properties: { code: { enum: codes } } },
        ],
      },
    },
  },
});

const bytes = { content: { 'image/*': { schema: { type: 'string', format: 'binary' } } } };

const toFile = (type: string) => ({
  schema: { type: 'string', ...(type === 'application/pdf' && { format: 'binary' }) },
});

const success = ({ summary, response, binary, contentTypes }: RouteContract) => ({
  description: summary,
  ...(binary ? bytes : {}),
  ...(contentTypes
    ? { content: Object.fromEntries(contentTypes.map((type) => [type, toFile(type)])) }
    : {}),
  ...(response
    ? { content: { 'application/json': { schema: toJsonSchema(response, 'output') } } }
    : {}),
});

/** Every answer of `route`, by status. */
export const toResponses = (route: RouteContract): Record<string, object> => {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of getErrorCodes(route)) {
    byStatus.set(errorStatus[code], [...(byStatus.get(errorStatus[code]) ?? []), code]);
  }
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
