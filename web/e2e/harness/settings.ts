import { fileURLToPath } from 'node:url';

const needed = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: it tells the browser tests where to look.`);
  return value;
};

/** What the environment says about the running product and the browser. */
export const settings = {
  baseUrl: needed('BASE_URL').replace(/\/$/, ''),
  username: needed('ADMIN_USERNAME'),
  password: needed('ADMIN_PASSWORD'),
  chromium: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  /** Screenshots go here; it is not under version control. */
  output: fileURLToPath(new URL('../output/', import.meta.url)),
};

/** A machine that does other work as well needs more time: PATIENCE=3 allows three times as much. */
const patience = Number(process.env['PATIENCE'] ?? '1');

/** How long the browser may take for one step, in milliseconds. */
export const STEP_MS = 15_000 * patience;
/** How long one test may take, in milliseconds. */
export const TEST_MS = 60_000 * patience;
/** How long all tests may take together, in milliseconds. */
export const RUN_MS = 40 * 60_000 * patience;
/** Tests that run at the same time. */
export const WORKERS = 2;
