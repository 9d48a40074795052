import {
  cookieNames,
  isAllowed,
  plans,
  problem,
  routes,
  type RouteContract,
} from '@ctdb/contracts';
import { toJsonSchema, toParameters } from './parameters.js';
import { toResponses } from './responses.js';

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

const file = { type: 'string', format: 'binary' };

const toRequestBody = ({
  body,
  multipart,
  fileTypes,
}: RouteContract): Record<string, { schema: object }> => {
  if (fileTypes) return Object.fromEntries(fileTypes.map((type) => [type, { schema: file }]));
  const schema = body ? toJsonSchema(body, 'input') : {};
  if (!multipart) return { 'application/json': { schema } };
  const { properties, required = [] } = schema as { properties?: object; required?: string[] };
  const form = { ...schema, properties: { ...properties, image: file } };
  return { 'multipart/form-data': { schema: { ...form, required: [...required, 'image'] } } };
};

const toOperation = (operationId: string, route: RouteContract) => ({
  operationId,
  summary: route.summary,
  description: toDescription(route),
  tags: [getTag(route)],
  security: toSecurity(route),
  parameters: toParameters(route),
  ...(route.body || route.rawBody || route.fileTypes
    ? {
        requestBody: {
          required: !route.body?.safeParse(undefined).success,
          content: toRequestBody(route),
        },
      }
    : {}),
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
