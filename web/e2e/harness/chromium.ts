import { chromium, type Browser } from 'playwright-core';
import { settings } from './settings.ts';

const flags = [
  // The tests also run as root, where Chromium has no sandbox.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: settings.chromium, headless: true, args: flags });
