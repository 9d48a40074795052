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

/**
 * The value of `name`: its own, or what the file that `name_FILE` names says, without its last line break; null
 * where that file cannot be read.
 */
const readVariable = (name: string, env: Environment): string | null | undefined => {
  const own = env[name];
  const file = env[`${name}_FILE`];
  if (own !== undefined && own !== '') return own;
  if (file === undefined || file === '') return undefined;
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined;
  } catch {
    return null;
  }
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
    const names = Object.keys(schema.shape);
    const values = Object.fromEntries(names.map((name) => [name, readVariable(name, env)]));
    const unreadable = names.filter((name) => values[name] === null);
    const parsed = schema.safeParse(values, { reportInput: true });
    if (parsed.success && unreadable.length === 0) return parsed.data;
    const issues = (parsed.error?.issues ?? []).filter(
      ({ path }) => !unreadable.includes(String(path[0])),
    );
    throw new ConfigError([
      ...unreadable.map((name) => `${name}_FILE: cannot be read`),
      ...issues.map(formatIssue),
    ]);
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
