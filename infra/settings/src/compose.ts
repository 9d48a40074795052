import { globSync } from 'node:fs';
import { parse } from 'yaml';
import { type Program, read, repository, type Setting } from './schemas.ts';

/** Values of variables as a compose file gives them; null takes the one of `.env`. */
type Environment = Record<string, string | number | null>;

interface ComposeFile {
  services: Record<string, { environment?: Environment }>;
  include?: { path: string[] }[];
}

/** The compose services that run a program. */
const servicesOf: Record<Program, string[]> = {
  gateway: ['gateway'],
  catalog: ['catalog', 'catalog-worker'],
  billing: ['billing'],
  media: ['media', 'media-worker'],
  ops: ['ops', 'ops-worker'],
  backup: ['backup', 'restore'],
  simulator: ['paypal-sandbox'],
};

/** Writes secrets into files, which other services read. */
const INIT = 'init';

const COMPOSE_FILE = 'docker-compose.yml';

/** The environments of the services of a file, and of those that it includes. */
const readEnvironments = (file: string): Record<string, Environment> => {
  const options = { merge: true, maxAliasCount: -1, logLevel: 'error' } as const;
  const { services, include = [] } = parse(read(file), options) as ComposeFile;
  const own = Object.entries(services).map(([name, { environment = {} }]) => [name, environment]);
  const included = include.flatMap(({ path }) => path).map(readEnvironments);
  return Object.assign({}, ...included, Object.fromEntries(own)) as Record<string, Environment>;
};

/** Whether a service gets a variable from `.env`, itself or as the path of a file with its value. */
const takes = (environment: Environment, name: string): boolean =>
  [name, `${name}_FILE`].some((key) => {
    const value = environment[key];
    return value === null || String(value ?? '').includes(`\${${name}`);
  });

/** What the compose files do with settings. */
export const readCompose = () => {
  const environments = readEnvironments(COMPOSE_FILE);
  const of = (program: Program) => servicesOf[program].map((name) => environments[name] ?? {});
  return {
    /** Whether a value in `.env` reaches a program: by a variable, or by a file that `init` writes. */
    passes: (program: Program, name: string): boolean =>
      of(program).some(
        (env) =>
          takes(env, name) ||
          (env[`${name}_FILE`] !== undefined && takes(environments[INIT] ?? {}, name)),
      ),
    /** Variables that a program gets and does not read. */
    strangers: (program: Program, settings: Map<string, Setting>): string[] => {
      const isRead = (name: string) => settings.get(name)?.programs.includes(program);
      const names = new Set(of(program).flatMap((env) => Object.keys(env)));
      return [...names].filter((name) => !isRead(name) && !isRead(name.replace(/_FILE$/, '')));
    },
  };
};

/** The settings that the compose files take from `.env`, and their defaults as far as they are plain. */
export const composeVariables = (): Map<string, string> => {
  const files = [COMPOSE_FILE, ...globSync('infra/docker/*.yml', { cwd: repository }).sort()];
  // Comments have examples.
  const text = files.map((file) => read(file).replace(/^\s*#.*$/gm, '')).join('\n');
  const found = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(
    /(?<!\$)\$\{([A-Z]\w*)(?::?-([^${}]*)\})?/g,
  ))
    found.set(name, found.get(name) ?? value);
  for (const environment of Object.values(readEnvironments(COMPOSE_FILE)))
    for (const [name, value] of Object.entries(environment))
      if (value === null && !found.has(name)) found.set(name, '');
  return found;
};
