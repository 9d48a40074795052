import { join } from 'node:path';
import { repository } from '../manifests/kustomize-build.ts';

type ConfigLoader = (from: Record<string, string | undefined>) => unknown;

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
type Shape = Record<string, Schema>;

/** The environment of `gateway`, `catalog`, `billing`, `media` or `ops`. */
export const serviceEnvironment = async (service: string): Promise<ServiceEnvironment> => {
  const folder = service === 'gateway' ? service : `services/${service}`;
  const config = (await importSource(`${folder}/src/config.ts`)) as Record<string, unknown>;
  const { shape } = config[`${service}Env`] as { shape: Shape };
  const load = (config['loadConfig'] ?? config['loadGatewayConfig']) as ConfigLoader;
  if (service !== 'gateway') return { names: new Set(Object.keys(shape)), load };
  // The gateway reads its own variables, and the chassis beneath it these.
  const chassis = (await importSource('services/chassis/src/config/chassis-env.ts')) as Record<
    'baseEnv' | 'redisEnv' | 'signerEnv',
    Shape
  >;
  const shared = { ...chassis.baseEnv, ...chassis.redisEnv, ...chassis.signerEnv };
  return {
    names: new Set(Object.keys({ ...shape, ...shared })),
    load: (env) => {
      load(env);
      const faults = Object.keys(shared).filter(
        (name) => !shared[name]?.safeParse(env[name]).success,
      );
      if (faults.length > 0) throw new Error(`faults: ${faults.join(', ')}`);
    },
  };
};
