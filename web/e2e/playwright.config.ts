import { defineConfig } from '@playwright/test';
import {
  isNightly,
  RUN_TIMEOUT_MS,
  settings,
  STEP_TIMEOUT_MS,
  TEST_TIMEOUT_MS,
} from './support/settings.ts';

const FIRST = /@first/;
const report = process.env['JOURNEYS_REPORT'];

/**
 * Browser tests of a running product: `npx playwright test -c web/e2e [FILE…] [-g 'part of a name']` with
 * BASE_URL, ADMIN_USERNAME and ADMIN_PASSWORD. With NIGHTLY=1 they run in both languages, and every screen is
 * shown in both themes and all widths; with SHOTS=1 a picture of each is kept. With PICTURES=1 they take the
 * pictures of the landing page instead.
 */
export default defineConfig({
  testDir: './journeys',
  testMatch: '*.ts',
  outputDir: './output/failed',
  globalSetup: './support/global-setup.ts',
  reporter: report === undefined ? 'list' : [['list'], ['json', { outputFile: report }]],
  retries: 0,
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: TEST_TIMEOUT_MS,
  globalTimeout: RUN_TIMEOUT_MS,
  expect: { timeout: STEP_TIMEOUT_MS },
  use: {
    baseURL: settings.baseUrl,
    viewport: { width: 1280, height: 800 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    colorScheme: 'light',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: STEP_TIMEOUT_MS,
    navigationTimeout: STEP_TIMEOUT_MS,
    screenshot: 'only-on-failure',
    // A trace of every test takes a fifth of the time.
    trace: isNightly ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        // The tests also run as root, where Chromium has no sandbox.
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: process.env['PICTURES']
    ? [{ name: 'pictures', testDir: './screens', testMatch: 'pictures.ts' }]
    : [
        // While the registry holds nothing but the sample data, and before anyone pays.
        { name: 'first', grep: FIRST },
        { name: 'others', grepInvert: FIRST, dependencies: ['first'] },
      ],
});
