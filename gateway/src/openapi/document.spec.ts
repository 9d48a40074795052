import { expect, it } from 'vitest';
import { routes, type RouteContract } from '@ctdb/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApiDocument } from './document.js';

const document = openApiDocument('Color Therapy');
const contracts = Object.entries<RouteContract>(routes);
const operationOf = ({ path, method }: RouteContract) => {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is missing`);
  return operation;
};

/** Every schema of the document, once. */
const schemas = (value: unknown): Map<string, object> => {
  const found = new Map<string, object>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [name, inner] of Object.entries(part))
      if (name === 'schema') found.set(JSON.stringify(inner), inner as object);
      else visit(inner);
  };
  visit(value);
  return found;
};

it('the OpenAPI document has one operation for every route, and no other', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    Object.keys(routes).sort(),
  );
});

it('the OpenAPI document can be written as JSON and has only schemas that are valid', () => {
  const copy = JSON.parse(JSON.stringify(document)) as typeof document;
  expect(copy).toEqual(document);
  const found = schemas(copy.paths);
  expect(found.size).toBeGreaterThan(100);
  const formats = { 'date-time': true, date: true, uri: true, uuid: true, binary: true } as const;
  const ajv = new Ajv2020({ strict: false, formats });
  // As one schema, which compiles what they refer to once, and fails for a reference that leads nowhere.
  const all = { components: copy.components, anyOf: [...found.values()] };
  expect(typeof ajv.compile(all)).toBe('function');
});

it.each(contracts)('the OpenAPI document describes %s', (_id, contract) => {
  const { parameters, responses, security, ...operation } = operationOf(contract);
  const inPath = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const described = parameters.filter((part) => part.in === 'path');
  expect(described.map(({ name }) => name).sort()).toEqual([...inPath].sort());
  expect(described.every(({ required }) => required)).toBe(true);
  const hasBody = Boolean(contract.body ?? contract.rawBody ?? contract.fileTypes);
  expect('requestBody' in operation).toBe(hasBody);
  expect(responses).toHaveProperty([String(contract.status)]);
  const isGuarded = !contract.access.anonymous;
  const statuses = ['400', '429', '431', '503', ...(isGuarded ? ['401', '403'] : [])];
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(statuses));
  expect(security.length > 0).toBe(isGuarded);
  expect(responses).not.toHaveProperty('500');
});

it('the OpenAPI document describes the text of numbers and prices, and any preference of languages', () => {
  const parameter = (wanted: string) =>
    operationOf(routes.listDiseases).parameters.find(({ name }) => name === wanted)?.schema;
  expect(parameter('page')).toMatchObject({ type: 'integer', minimum: 1 });
  expect(parameter('limit')).toMatchObject({ type: 'integer', minimum: 1, maximum: 100 });
  expect(parameter('Accept-Language')).toEqual({ type: 'string' });
  const { requestBody } = operationOf(routes.setPricing);
  expect(requestBody?.content['application/json']?.schema).toMatchObject({
    properties: { usd_hourly: { anyOf: [{ pattern: expect.any(String) }, { type: 'number' }] } },
  });
});

it.each([
  ['getConfig', 'For everyone. Rate class: default.'],
  ['signIn', 'For everyone. Rate class: signIn.'],
  ['addNote', 'For passes and plans (hourly, professional) and the team from practitioner upward.'],
  ['uploadImage', 'For the team from editor upward. Rate class: upload.'],
  ['refundOrder', 'For the team from admin upward after a recent password or second factor.'],
] as const)('the OpenAPI document says who may call %s', (name, description) => {
  expect(operationOf(routes[name])).toMatchObject({
    description: expect.stringContaining(description),
  });
});

it('the OpenAPI document names the errors of a status, and allows what some problems carry', () => {
  const { responses } = operationOf(routes.updateDisease);
  expect(responses['412']).toMatchObject({ description: 'VERSION_CONFLICT' });
  const description = expect.stringContaining('MALFORMED_BODY');
  expect(responses['400']).toMatchObject({ description });
  expect(operationOf(routes.listDiseases).responses).toHaveProperty('304');
  const { properties, required } = document.components.schemas.Problem;
  expect(properties).toMatchObject({ glossary: {}, id: {}, current: {} });
  expect(required).not.toContain('current');
});

it('the OpenAPI document describes forms with their file, and bytes with their parts', () => {
  const { requestBody } = operationOf(routes.uploadImage);
  expect(requestBody?.content['multipart/form-data']?.schema).toMatchObject({
    properties: { image: { type: 'string', format: 'binary' }, title: { type: 'string' } },
    required: expect.arrayContaining(['image', 'title', 'treatmentId']),
  });
  const { parameters, responses } = operationOf(routes.getUpload);
  expect(parameters.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['size', 'Range', 'If-Range', 'If-None-Match']),
  );
  for (const status of ['200', '206', '304', '416']) expect(responses).toHaveProperty([status]);
  expect(operationOf(routes.fixImages).responses).toHaveProperty('202');
});
