import { chassisEnv, defineConfig, type Environment } from '@ctdb/chassis';
import { z } from 'zod';
import { deploymentSettings, toDeploymentSettings } from './deployments/settings.js';
import { toDnsSettings, dnsSettings } from './dns/settings.js';

/** Injection token of {@link OpsConfig}. */
export const OPS_CONFIG = Symbol('OPS_CONFIG');

const load = defineConfig(z.object({ ...chassisEnv, ...dnsSettings, ...deploymentSettings }));

/** Reads the environment; throws a `ConfigError` that lists every fault. */
export const loadConfig = (from?: Environment) => {
  const value = load(from);
  return { dns: toDnsSettings(value), deployments: toDeploymentSettings(value) };
};

/** What both of ops' processes are configured to do. */
export type OpsConfig = ReturnType<typeof loadConfig>;
