const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: the browser tests need it.`);
  return value;
};

/** The running product that is tested. */
export const settings = {
  baseUrl: required('BASE_URL').replace(/\/$/, ''),
  username: required('ADMIN_USERNAME'),
  password: required('ADMIN_PASSWORD'),
  /** Where its mail is shown; only the journeys of mail need it. */
  get mailPage() {
    return required('MAIL_PAGE').replace(/\/$/, '');
  },
};

/** The nightly run shows everything in both languages, both themes and every width. */
export const isNightly = process.env['NIGHTLY'] === '1';

/** Multiplies all timeouts: `BROWSER_TIMEOUT_FACTOR=3` suits a busy machine. */
const TIMEOUT_FACTOR = Number(process.env['BROWSER_TIMEOUT_FACTOR'] ?? '1');

export const STEP_TIMEOUT_MS = 15_000 * TIMEOUT_FACTOR;
export const TEST_TIMEOUT_MS = (isNightly ? 180_000 : 60_000) * TIMEOUT_FACTOR;
export const RUN_TIMEOUT_MS = 40 * 60_000 * TIMEOUT_FACTOR;
