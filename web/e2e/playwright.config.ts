import { defineConfig } from '@playwright/test';
import { RUN_TIMEOUT_MS, settings, STEP_TIMEOUT_MS, TEST_TIMEOUT_MS } from './support/settings.ts';

const SAMPLES = /@samples/;
const SERIAL = /@serial/;
const { SHOTS, PICTURES } = process.env;
const takenPictures = SHOTS ? 'shots' : PICTURES ? 'pictures' : undefined;

/**
 * Browser tests of a running product: `npx playwright test -c web/e2e [-g 'part of a name']` with
 * BASE_URL, ADMIN_USERNAME and ADMIN_PASSWORD. With SHOTS=1 it takes a picture of every screen instead,
 * with PICTURES=1 those of the landing page.
 */
export default defineConfig({
  testDir: './journeys',
  testMatch: '*.ts',
  outputDir: './output/failed',
  globalSetup: './support/global-setup.ts',
  reporter: [['list'], ['./support/closing-line.ts']],
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
    trace: 'retain-on-failure',
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
  projects:
    takenPictures === undefined
      ? [
          // While the registry holds nothing but the sample data.
          { name: 'samples', grep: SAMPLES },
          { name: 'parallel', grepInvert: [SAMPLES, SERIAL], dependencies: ['samples'] },
          // Changes what the whole product shares: prices, releases, the password.
          { name: 'serial', grep: SERIAL, dependencies: ['parallel'], workers: 1 },
        ]
      : [{ name: takenPictures, testDir: './screens', testMatch: `${takenPictures}.ts` }],
});
