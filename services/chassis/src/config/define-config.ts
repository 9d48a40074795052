import type { z } from 'zod';

/** Environment variables by name. */
export type Environment = Record<string, string | undefined>;

/** A configuration that cannot be used. Its message lists every fault, and never a value. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(['The configuration has faults:', ...faults.map((fault) => `  ${fault}`)].join('\n'));
    this.name = 'ConfigError';
  }
}

const faultOf = (issue: z.core.$ZodIssue): string => {
  const absent = issue.code === 'invalid_type' && issue.input === undefined;
  return `${issue.path.join('.')}: ${absent ? 'is required' : issue.message}`;
};

/**
 * Makes a loader for the environment that `schema` describes.
 * The loader reads `process.env` unless it is given another record, treats an empty variable as an
 * absent one, and throws one {@link ConfigError} with all faults.
 */
export const defineConfig =
  <S extends z.ZodObject>(schema: S) =>
  (env: Environment = process.env): z.output<S> => {
    const names = Object.keys(schema.shape);
    const given = Object.fromEntries(names.map((name) => [name, env[name] || undefined]));
    const parsed = schema.safeParse(given, { reportInput: true });
    if (parsed.success) return parsed.data;
    throw new ConfigError(parsed.error.issues.map(faultOf));
  };
