import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';

/** The repository's top folder. */
export const repository = resolve(import.meta.dirname, '../../..');

/** Reads a file of the repository. */
export const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

type Shape = Record<string, z.ZodType>;

/** For each program of the product: its module, and the export with the schema of its environment. */
const modules = {
  gateway: ['gateway/src/config.ts', 'gatewayEnv'],
  catalog: ['services/catalog/src/config.ts', 'catalogEnv'],
  billing: ['services/billing/src/config.ts', 'billingEnv'],
  media: ['services/media/src/config.ts', 'mediaEnv'],
  ops: ['services/ops/src/config.ts', 'opsEnv'],
  backup: ['infra/backup/src/settings.ts', 'backupEnv'],
  simulator: ['infra/paypal-sandbox/src/config.ts', 'sandboxEnv'],
} as const;

/** A program of the product. */
export type Program = keyof typeof modules;

const CHASSIS = 'services/chassis/src/config/chassis-env.ts';
/** The chassis reads these for the gateway, whose own schema lacks them. */
const GATEWAY_PARTS = ['baseEnv', 'redisEnv', 'signerEnv'];

/** Imports by path, so that the project depends on no service. */
const importSource = async (path: string): Promise<Record<string, unknown>> =>
  // oxlint-disable-next-line ctdb/no-shell -- a literal import would make this project depend on every service
  (await import(join(repository, path))) as Record<string, unknown>;

const readShape = async (program: Program): Promise<Shape> => {
  const [path, name] = modules[program];
  const { shape } = (await importSource(path))[name] as { shape: Shape };
  if (program !== 'gateway') return shape;
  const chassis = await importSource(CHASSIS);
  return Object.assign({}, ...GATEWAY_PARTS.map((part) => chassis[part]), shape) as Shape;
};

/** Describes one variable, before and after its transformations. */
const describeVariable = (schema: z.ZodType) => {
  const toSchema = (io: 'input' | 'output') =>
    z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as z.core.JSONSchema.JSONSchema;
  const [input, output] = [toSchema('input'), toSchema('output')];
  return {
    isRequired: !schema.safeParse(undefined).success,
    defaultValue: input.default ?? output.default,
    isBoolean: output.type === 'boolean',
    options: output.enum ?? input.enum ?? [],
    minimum: output.minimum,
    maximum: output.maximum,
  };
};

type Description = ReturnType<typeof describeVariable>;

/** The same on every machine. */
const withoutMachine = (value: string): string =>
  value.replace(`${repository}/`, '').replace(tmpdir(), '/tmp');

/** The defaults of all programs; an empty one says nothing. */
const formatDefault = (all: Description[]): string | undefined => {
  const texts = all
    .map(({ defaultValue }) => withoutMachine(String(defaultValue ?? '')))
    .filter((text) => text !== '');
  return texts.length === 0 ? undefined : [...new Set(texts)].join(', ');
};

/** The values that every program accepts. */
const formatValues = (all: Description[]): string => {
  const options = all.flatMap((one) => (one.isBoolean ? ['true', 'false'] : one.options));
  if (options.length > 0) return [...new Set(options)].map((value) => `\`${value}\``).join(', ');
  const minimum = Math.max(...all.map((one) => one.minimum ?? -Infinity));
  const maximum = Math.min(...all.map((one) => one.maximum ?? Infinity));
  if (!Number.isFinite(minimum) || !Number.isFinite(maximum)) return '';
  return `${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}`;
};

/** A setting, as the schemas of its programs describe it. */
const toSetting = (name: string, programs: Program[], all: Description[]) => ({
  name,
  /** The programs that read it. */
  programs,
  /** Whether a program does not start without it. */
  isRequired: all.some((one) => one.isRequired),
  /** Undefined if there is none. */
  defaultValue: formatDefault(all),
  /** The possible values; empty if any text is possible, or a text of a certain form. */
  values: formatValues(all),
});

/** See {@link toSetting}. */
export type Setting = ReturnType<typeof toSetting>;

/** All settings that the programs read, by name. */
export const readSettings = async (): Promise<Map<string, Setting>> => {
  const found = new Map<string, { programs: Program[]; all: Description[] }>();
  for (const program of Object.keys(modules) as Program[])
    for (const [name, schema] of Object.entries(await readShape(program))) {
      const { programs, all } = found.get(name) ?? { programs: [], all: [] };
      found.set(name, {
        programs: [...programs, program],
        all: [...all, describeVariable(schema)],
      });
    }
  return new Map(
    [...found].map(([name, { programs, all }]) => [name, toSetting(name, programs, all)]),
  );
};
