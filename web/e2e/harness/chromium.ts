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

/** One browser for all tests; another one where it has died, so that only one test suffers. */
export class SharedBrowser {
  private opened: Promise<Browser> | undefined;

  async get(): Promise<Browser> {
    const browser = await (this.opened ??= openBrowser());
    if (browser.isConnected()) return browser;
    this.opened = undefined;
    return this.get();
  }

  async close(): Promise<void> {
    await (await this.opened)?.close();
  }
}
