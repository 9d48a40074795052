import { join } from 'node:path';
import { repository } from '../manifests/kustomize-build.ts';

type Environment = Record<string, string | undefined>;
type ConfigLoader = (from: Environment) => unknown;

/** The environment of a service, as its own code reads it. */
export interface ServiceEnvironment {
  /** Every variable that is read, without the `_FILE` variants. */
  names: Set<string>;
  /** Throws if the environment is invalid, as the start of the process does. */
  load: ConfigLoader;
}

/** Imports by path, so that the project depends on no service. */
// oxlint-disable-next-line ctdb/no-shell -- a literal import would make this project depend on every service
export const importSource = (path: string): Promise<unknown> => import(join(repository, path));

interface Schema {
  safeParse: (value: unknown) => { success: boolean };
}

/** The gateway reads its own variables, and the chassis beneath it these. */
const gatewayLoader = async (): Promise<ConfigLoader> => {
  const gateway = (await importSource('gateway/src/config.ts')) as {
    loadGatewayConfig: ConfigLoader;
  };
  const chassis = (await importSource('services/chassis/src/config/chassis-env.ts')) as Record<
    'baseEnv' | 'redisEnv' | 'signerEnv',
    Record<string, Schema>
  >;
  const shared = Object.entries({ ...chassis.baseEnv, ...chassis.redisEnv, ...chassis.signerEnv });
  return (env) => {
    const faults = shared.filter(([name, schema]) => !schema.safeParse(env[name]).success);
    gateway.loadGatewayConfig(env);
    if (faults.length > 0) throw new Error(`faults: ${faults.map(([name]) => name).join(', ')}`);
  };
};

const findLoader = async (service: string): Promise<ConfigLoader> => {
  if (service === 'gateway') return gatewayLoader();
  const config = await importSource(`services/${service}/src/config.ts`);
  return (config as { loadConfig: ConfigLoader }).loadConfig;
};

/** Loads an empty environment: every variable is read before missing ones are reported. */
const readVariableNames = (load: ConfigLoader): Set<string> => {
  const read = new Set<string>();
  try {
    load(new Proxy<Environment>({}, { get: (_, name) => void read.add(String(name)) }));
  } catch {
    // Required variables are missing.
  }
  const isFile = (name: string) =>
    name.endsWith('_FILE') && read.has(name.slice(0, -'_FILE'.length));
  return new Set([...read].filter((name) => !isFile(name)));
};

/** The environment of `gateway`, `catalog`, `billing`, `media` or `ops`. */
export const serviceEnvironment = async (service: string): Promise<ServiceEnvironment> => {
  const load = await findLoader(service);
  return { names: readVariableNames(load), load };
};
