import { TestEnvironment } from 'jest-environment-jsdom';

// Browser globals that jsdom lacks; Node implements the same standards.
const lacking = ['Headers', 'Request', 'Response', 'TextDecoder', 'TextEncoder', 'structuredClone'];

/** A browser's window for component tests. `fetch` is left out: see `fake-api.ts`. */
export default class WebEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of lacking) this.global[name] = globalThis[name];
    this.global.matchMedia = (media) => ({
      media,
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    });
  }
}
