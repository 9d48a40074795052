import { JSDOM } from 'jsdom';
import { populateGlobal } from 'vitest/runtime';
import '@/lib/zod-setup';

// One window for all files of a worker, because a window takes longer than most tests.
if (!('window' in globalThis)) {
  const { window } = new JSDOM('<!doctype html>', {
    url: 'http://localhost/',
    pretendToBeVisual: true,
  });
  // jsdom matches all rules of its style sheet for each computed style, which queries by role need of each element.
  // The tests load no styles, so elements of a kind have one style.
  const INHERITED = '[style*=visibility], [style*=pointer-events]';
  const compute = window.getComputedStyle;
  const styles = new Map<string, CSSStyleDeclaration>();
  const kindOf = (element: Element | null) =>
    ['type', 'hidden', 'open'].map((name) => element?.getAttribute(name)).join() + element?.tagName;
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || element.hasAttribute('style') || element.closest(INHERITED))
      return compute(element, pseudo);
    const kind = kindOf(element) + kindOf(element.parentElement);
    const style = styles.get(kind) ?? compute(element);
    styles.set(kind, style);
    return style;
  };
  populateGlobal(globalThis, window, { bindFunctions: true });
  // jsdom has no media queries: none of them matches.
  window.matchMedia = (media) =>
    ({
      media,
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList;
  Object.assign(globalThis, { matchMedia: window.matchMedia });
}

const { cleanup } = await import('@testing-library/react');
const { afterEach, beforeAll, beforeEach, vi } = await import('vitest');

beforeAll(() => {
  window.history.replaceState(null, '', '/');
  document.head.replaceChildren();
  document.body.replaceChildren();
});
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
