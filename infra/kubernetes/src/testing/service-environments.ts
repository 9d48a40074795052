import { join } from 'node:path';
import { repository } from '../repository.ts';

type Environment = Record<string, string | undefined>;
type Load = (from: Environment) => unknown;

/** The environment of a service, as its own code reads it. */
export interface ServiceEnvironment {
  /** Every variable that is read, without those that name files. */
  names: Set<string>;
  /** Throws what is wrong with an environment, as the start of the process would. */
  load: Load;
}

/** By path: nothing here depends on a service otherwise than as its reader. */
// eslint-disable-next-line no-restricted-syntax -- paths are constants of these tests, and of the list of services
export const source = (path: string): Promise<unknown> => import(join(repository, path));

interface Schema {
  safeParse: (value: unknown) => { success: boolean };
}

/** The gateway reads its own variables, and the chassis beneath it these. */
const gatewayLoader = async (): Promise<Load> => {
  const gateway = (await source('gateway/src/config.ts')) as { loadGatewayConfig: Load };
  const chassis = (await source('services/chassis/src/config/chassis-env.ts')) as Record<
    'baseEnv' | 'redisEnv',
    Record<string, Schema>
  >;
  const shared = Object.entries({ ...chassis.baseEnv, ...chassis.redisEnv });
  return (env) => {
    const faults = shared.filter(([name, schema]) => !schema.safeParse(env[name]).success);
    gateway.loadGatewayConfig(env);
    if (faults.length > 0) throw new Error(`faults: ${faults.map(([name]) => name).join(', ')}`);
  };
};

const loaderOf = async (service: string): Promise<Load> => {
  if (service === 'gateway') return gatewayLoader();
  const config = await source(`services/${service}/src/config.ts`);
  return (config as { loadConfig: Load }).loadConfig;
};

/** Asks it with nothing: it looks for every variable before it finds fault with what is missing. */
const namesReadBy = (load: Load): Set<string> => {
  const read = new Set<string>();
  try {
    load(new Proxy<Environment>({}, { get: (_, name) => void read.add(String(name)) }));
  } catch {
    // What is required is missing.
  }
  const isFile = (name: string) =>
    name.endsWith('_FILE') && read.has(name.slice(0, -'_FILE'.length));
  return new Set([...read].filter((name) => !isFile(name)));
};

/** The environment of `gateway`, `catalog`, `billing`, `media` or `ops`. */
export const serviceEnvironment = async (service: string): Promise<ServiceEnvironment> => {
  const load = await loaderOf(service);
  return { names: namesReadBy(load), load };
};
