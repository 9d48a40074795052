import { cookieNames, problem, routes, type RouteContract } from '@ctdb/contracts';
import { jsonSchemaOf, parametersOf } from './parameters.js';
import { responsesOf } from './responses.js';

const securityOf = ({ access }: RouteContract): object[] => {
  if (access.anonymous) return [];
  return access.pass === false ? [{ administrator: [] }] : [{ administrator: [] }, { pass: [] }];
};

/** `/api/treatments/{id}/notes` belongs to `treatments`, `/paypal/order` to `paypal`. */
const tagOf = ({ path }: RouteContract): string =>
  path.split('/').find((part) => part !== '' && part !== 'api') ?? 'api';

const file = { type: 'string', format: 'binary' };

const bodyOf = ({ body, multipart }: RouteContract): Record<string, { schema: object }> => {
  const schema = body ? jsonSchemaOf(body, 'input') : {};
  if (!multipart) return { 'application/json': { schema } };
  const { properties, required = [] } = schema as { properties?: object; required?: string[] };
  const form = { ...schema, properties: { ...properties, image: file } };
  return { 'multipart/form-data': { schema: { ...form, required: [...required, 'image'] } } };
};

const operationOf = (operationId: string, route: RouteContract) => ({
  operationId,
  summary: route.summary,
  tags: [tagOf(route)],
  security: securityOf(route),
  parameters: parametersOf(route),
  ...(route.body || route.rawBody
    ? { requestBody: { required: true, content: bodyOf(route) } }
    : {}),
  responses: responsesOf(route),
});

/** The API as OpenAPI 3.1, made from the contracts of all routes. */
export const openApiDocument = (productName: string) => {
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  for (const [id, route] of Object.entries<RouteContract>(routes)) {
    const operation = { [route.method.toLowerCase()]: operationOf(id, route) };
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
      schemas: { Problem: jsonSchemaOf(problem, 'output') },
      securitySchemes: {
        administrator: { type: 'http', scheme: 'bearer' },
        pass: { type: 'apiKey', in: 'cookie', name: cookieNames.pass },
      },
    },
  };
};
