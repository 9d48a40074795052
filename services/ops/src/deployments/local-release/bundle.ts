import type { SecureContext } from 'node:tls';
import { setTimeout as pause } from 'node:timers/promises';
import { BUNDLE_PATH, siteBundle } from '@ctdb/contracts';
import { DeploymentFailure, Explained } from '../failure.js';
import { askFresh } from './fresh-request.js';

const MOST_TRIES = 3;
const PATIENCE_MS = 3_000;
const PAUSE_MS = 500;

/**
 * The bundle of the installation behind `origin`, as its gateway tells it; null where it has none.
 * `probeFailed` where it tells nothing within 10 s.
 */
export const bundleAt = async (
  origin: string,
  secureContext: SecureContext,
): Promise<string | null> => {
  for (let tries = 1; ; tries += 1) {
    try {
      const how = { signal: AbortSignal.timeout(PATIENCE_MS), secureContext };
      const { body } = await askFresh(`${origin}${BUNDLE_PATH}`, how, true);
      return siteBundle.parse(JSON.parse(body)).id;
    } catch (error) {
      if (tries === MOST_TRIES) {
        const cause = new Explained(`${origin} does not answer.`, { cause: error });
        throw new DeploymentFailure('probeFailed', cause);
      }
    }
    await pause(PAUSE_MS);
  }
};
