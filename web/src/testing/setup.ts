import { JSDOM } from 'jsdom';
import { populateGlobal } from 'vitest/runtime';
import '@/lib/zod-setup';

// One window for all files of a worker, because a window takes longer than most tests.
if (!('window' in globalThis)) {
  const { window } = new JSDOM('<!doctype html>', {
    url: 'http://localhost/',
    pretendToBeVisual: true,
  });
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
const { afterEach, beforeAll } = await import('vitest');

beforeAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  document.head.replaceChildren();
  document.body.replaceChildren();
});
afterEach(cleanup);
