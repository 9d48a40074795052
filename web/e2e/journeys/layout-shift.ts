import type { Page } from '@playwright/test';
import { heightOf } from '../screens/checks.ts';
import { withScreens } from '../screens/open-screen.ts';
import { screens } from '../screens/screens.ts';
import { expect, newVisitor } from '../support/fixtures.ts';
import { isNightly } from '../support/settings.ts';

/** The sum of all layout shifts of a page that is loaded for the first time. */
const MAX_SHIFT = 0.05;
/** Until the registry shows its skeleton, on the slow network. */
const MAX_FIRST_PAINT_MS = 3_500;
const LOAD_TIMEOUT_MS = 120_000;

/** 400 kbit/s with 400 ms, and a processor that is six times slower. */
const slowDown = async (page: Page): Promise<void> => {
  const client = await page.context().newCDPSession(page);
  const bytesPerSecond = 400_000 / 8;
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await client.send('Emulation.setCPUThrottlingRate', { rate: 6 });
};

/** Runs in the page: keeps every layout shift that no input has caused, and what has moved. */
const observe = (): void => {
  interface Shift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node?: Node }[];
  }
  const shifts: { value: number; moved: string[] }[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
      if (!hadRecentInput)
        shifts.push({
          value,
          moved: sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? ''),
        });
  }).observe({ type: 'layout-shift', buffered: true });
};

if (isNightly)
  for (const { name, as, path, then, ready } of screens)
    for (const width of then ? [] : [360, 1440])
      for (const speed of ['fast', 'slow'])
        withScreens(
          `layout shift: ${name} at ${width} px, ${speed}`,
          async ({ browser, samples }) => {
            const viewport = { width, height: heightOf(width) };
            const visitor = await newVisitor(browser, { as, viewport });
            const { page, context, watch } = visitor;
            await context.addInitScript(observe);
            if (speed === 'slow') await slowDown(page);
            const timeout = LOAD_TIMEOUT_MS;
            await page.goto(typeof path === 'string' ? path : path(samples), { timeout });
            await ready(visitor).first().waitFor({ timeout });
            await watch.settled();
            await page.evaluate(() => document.fonts.ready.then(() => undefined));
            const seen = await page.evaluate(() => ({
              shifts: (window as unknown as { shifts: { value: number }[] }).shifts,
              firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
            }));
            await context.close();
            const sum = seen.shifts.reduce((total, { value }) => total + value, 0);
            expect(sum, JSON.stringify(seen.shifts)).toBeLessThanOrEqual(MAX_SHIFT);
            if (path === '/app')
              expect(seen.firstPaint, 'first paint in ms').toBeLessThanOrEqual(MAX_FIRST_PAINT_MS);
          },
        );
