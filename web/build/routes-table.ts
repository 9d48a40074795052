import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';

const contracts = fileURLToPath(
  new URL('../../services/contracts/src/routes-and-messages.ts', import.meta.url),
);

type Contracts = Pick<typeof import('@ctdb/contracts'), 'routes'>;

/**
 * Makes `virtual:routes`: the routes of the contracts without their schemas. The browser does not
 * parse replies again, and zod with all schemas would add 40 kB to the first view.
 */
export const routesTable = (): Plugin => ({
  name: 'routes-table',
  resolveId: {
    filter: { id: /^virtual:routes$/ },
    handler: (id) => `\0${id}`,
  },
  load: {
    filter: { id: /^\0virtual:routes$/ },
    async handler() {
      const { module, dependencies } = await runnerImport<Contracts>(contracts);
      for (const file of [contracts, ...dependencies]) this.addWatchFile(file);
      const table = Object.entries(module.routes).map(([name, { method, path }]) => [
        name,
        { method, path },
      ]);
      return `export const routes = ${JSON.stringify(Object.fromEntries(table))};`;
    },
  },
});
