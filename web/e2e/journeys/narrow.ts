import type { Page } from 'playwright-core';
import { same } from '../harness/checks.ts';
import { inBothLanguages } from '../harness/collection.ts';
import { makeSamples, openScreen } from '../screens/open-screen.ts';
import { screens } from '../screens/screens.ts';

const WIDTH = 320;

/** What makes the page scroll sideways. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate((width) => {
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.body.querySelectorAll('*')]
      .filter((part) => part.getBoundingClientRect().right > width + 1)
      .map((part) => `${part.tagName} ${part.className} ${part.textContent?.slice(0, 40)}`)
      .slice(-5);
  }, WIDTH);

/** Texts that are cut off: taller or wider than the box that hides the rest. */
const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hasText = (part: Element) =>
      [...part.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
      );
    return [...document.body.querySelectorAll<HTMLElement>('*')]
      .filter((part) => {
        const { overflowX, overflowY, clipPath } = getComputedStyle(part);
        // Text for screen readers alone is cut off on purpose.
        if (part.clientWidth <= 1 || clipPath !== 'none' || !hasText(part)) return false;
        const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        return (
          (hides(overflowX) && part.scrollWidth > part.clientWidth + 1) ||
          (hides(overflowY) && part.scrollHeight > part.clientHeight + 1)
        );
      })
      .map((part) => `${part.tagName} ${part.className} ${part.textContent?.slice(0, 40)}`);
  });

for (const screen of screens) {
  const { name, as } = screen;
  const narrow = { width: WIDTH, height: 640, ...(as && { as }) };
  inBothLanguages(`320 px: ${name}`, narrow, async (stage) => {
    await openScreen(screen, stage, await makeSamples(stage.api));
    same(await tooWide(stage.page), [], 'scrolls sideways');
    same(await clipped(stage.page), [], 'cut off');
  });
}
