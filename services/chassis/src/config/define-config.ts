import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { type DynamicModule, Module } from '@nestjs/common';

/** Environment variables by name. */
export type Environment = Record<string, string | undefined>;

/** A configuration that cannot be used. Its message lists every error, and never a value. */
export class ConfigError extends Error {
  constructor(readonly errors: readonly string[]) {
    super(['Invalid configuration:', ...errors.map((error) => `  ${error}`)].join('\n'));
    this.name = 'ConfigError';
  }
}

const formatIssue = (issue: z.core.$ZodIssue): string => {
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
  return `${issue.path.join('.')}: ${isMissing ? 'is required' : issue.message}`;
};

const FILE = '_FILE';

/** The value of `name`: its own, or what the file that `name_FILE` names says, without its last line break. */
const readVariable = (name: string, env: Environment): string | undefined => {
  const own = env[name];
  const file = env[`${name}${FILE}`];
  if (own !== undefined && own !== '') return own;
  if (file === undefined || file === '') return undefined;
  return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined;
};

/** The variables of `names` that are set, and the errors of files that cannot be read. */
const readVariables = (names: readonly string[], env: Environment) => {
  const values: Record<string, string> = {};
  const errors: string[] = [];
  for (const name of names) {
    try {
      const value = readVariable(name, env);
      if (value !== undefined) values[name] = value;
    } catch {
      errors.push(`${name}${FILE}: cannot be read`);
    }
  }
  return { values, errors };
};

/**
 * Makes a loader for the environment that `schema` describes.
 * The loader reads `process.env` unless it is given another record, treats an empty variable as an
 * absent one, takes `NAME_FILE` for the path of a file with the value (as orchestrators mount secrets),
 * and throws one {@link ConfigError} with all errors.
 */
export const defineConfig =
  <S extends z.ZodObject>(schema: S) =>
  (env: Environment = process.env): z.output<S> => {
    const { values, errors } = readVariables(Object.keys(schema.shape), env);
    const parsed = schema.safeParse(values, { reportInput: true });
    if (parsed.success && errors.length === 0) return parsed.data;
    const unreadable = new Set(errors.map((error) => error.slice(0, error.indexOf(FILE))));
    const issues = (parsed.error?.issues ?? []).filter(
      ({ path }) => !unreadable.has(String(path[0])),
    );
    throw new ConfigError([...errors, ...issues.map(formatIssue)]);
  };

/** A process's own configuration, for all modules: `@Inject(CATALOG_CONFIG)`. */
@Module({})
export class ConfigModule {
  /** `load` is called when the application is created, and throws `ConfigError`. */
  static forRoot(token: symbol, load: () => object): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [{ provide: token, useFactory: () => load() }],
      exports: [token],
    };
  }
}
