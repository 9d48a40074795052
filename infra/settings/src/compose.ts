import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { read, repository } from './repository.ts';
import type { Program, Setting } from './schemas.ts';

/** Values of variables as a compose file gives them; null takes the one of `.env`. */
type Environment = Record<string, string | number | null>;

interface Service {
  environment?: Environment | string[];
  extends?: { file?: string; service: string };
}

interface ComposeFile {
  services?: Record<string, Service>;
  include?: (string | { path: string | string[] })[];
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

const toEnvironment = (given: Service['environment'] = {}): Environment =>
  Array.isArray(given)
    ? Object.fromEntries(
        given.map((line) => {
          const [name = '', ...rest] = line.split('=');
          return [name, rest.length === 0 ? null : rest.join('=')];
        }),
      )
    : given;

const toPaths = (file: string, { include = [] }: ComposeFile): string[] =>
  include
    .flatMap((entry) => (typeof entry === 'string' ? entry : entry.path))
    .map((path) => join(dirname(file), path));

const parseFile = (file: string): ComposeFile =>
  parse(read(file), { merge: true, maxAliasCount: -1, logLevel: 'error' }) as ComposeFile;

/** The environments of the services of a file, and of those that it includes or extends. */
const readEnvironments = (file: string): Record<string, Environment> => {
  const document = parseFile(file);
  const { services = {} } = document;
  const resolveService = (name: string): Environment => {
    const { extends: base, environment } = services[name] ?? {};
    const inherited =
      base === undefined
        ? {}
        : base.file === undefined
          ? resolveService(base.service)
          : readEnvironments(join(dirname(file), base.file))[base.service];
    return { ...inherited, ...toEnvironment(environment) };
  };
  return Object.assign(
    {},
    ...toPaths(file, document).map(readEnvironments),
    Object.fromEntries(Object.keys(services).map((name) => [name, resolveService(name)])),
  ) as Record<string, Environment>;
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
