import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Disease } from '@ctdb/contracts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import SignedInHeader from '@/features/shell/components/signed-in-header';
import { HeaderActionProvider } from '@/lib/header-action';
import { switchShortcuts } from '@/lib/shortcuts';
import { button, click, hrefOf, json, mockApi, noContent, paged, part, place } from '@/testing';
import { problemReply, renderApp, renderPage, type Replies, see, seeIn } from '@/testing';
import { sessionOf, unavailable, unseen, user } from '@/testing';
import { disease, registryApi } from '@/testing/registry';
import RegistryPage from './registry-page';
import TreatmentFormPage from './treatment-form-page';

const numbered = (number: number): Disease =>
  disease({ id: number.toString(16).padStart(24, '0'), nameEn: `Disease ${number}` });
const all = Array.from({ length: 12 }, (_, at) => numbered(at + 1));

const api = (more: Replies = {}) =>
  mockApi({
    ...registryApi(disease()),
    'GET /api/diseases': ({ path }) => {
      const page = Number(/page=(\d+)/.exec(path)?.[1]);
      return paged(all.slice(page * 10 - 10, page * 10), 12);
    },
    ...Object.fromEntries(all.map((one) => [`GET /api/diseases/${one.id}`, () => json(one)])),
    ...more,
  });

const shows = (name: string) => screen.findByRole('article', { name });

const open = async (path = '/app') => {
  await renderApp(
    <HeaderActionProvider>
      <SignedInHeader />
      <RegistryPage />
    </HeaderActionProvider>,
    { path },
  );
  await button('Keyboard shortcuts');
};

const openFirst = async (more?: Replies) => {
  api(more);
  await open();
  await shows('Disease 1');
};

const openKeys = async () => {
  await user.keyboard('?');
  const dialog = await part('dialog', 'Keyboard shortcuts');
  return dialog.getAllByRole('term').map(({ textContent }) => textContent);
};

const narrow = window.matchMedia;
beforeEach(() => {
  window.matchMedia = (media) => ({ ...narrow(media), matches: media.includes('width') });
});
afterEach(() => {
  window.matchMedia = narrow;
  act(() => switchShortcuts(true));
});

it.each([
  ['the code', { words: [], field: 'codes', text: 'ICD-10 J45.9' }, ['Code:', 'ICD-10 J45.9'], []],
  [
    'the other name',
    { words: ['Asthma', 'dammu'], field: 'alsoKnownAs', text: 'ubbasa dammu' },
    ['Also called:'],
    ['Asthma', 'dammu'],
  ],
  ['nothing but the marks', { words: ['ಅಸ್ತಮಾ'] }, [], ['ಅಸ್ತಮಾ']],
])('shows %s by which a search found a disease', async (_, match, texts, marked) => {
  const shown = disease();
  const answers = {
    ...registryApi(shown),
    'GET /api/diseases': () => paged([{ ...shown, match }]),
  };
  await renderPage(answers, <RegistryPage />, { path: '/app?search=x' });
  await shows('Asthma');
  const list = await part('region', 'Disease Registry');
  await seeIn(list, ...texts);
  const marks = [...list.getByRole('list').querySelectorAll('mark')];
  expect(marks.map(({ textContent }) => textContent)).toEqual(marked);
});

it('offers the search that a misspelt one means', async () => {
  const headers = { 'X-Total-Count': '0', 'X-Did-You-Mean': encodeURIComponent('ಅಸ್ತಮಾ') };
  api({ 'GET /api/diseases': () => json([], { headers }) });
  await renderApp(<RegistryPage />, { path: '/app?search=astm&category=Skin&page=2' });
  expect(await hrefOf('ಅಸ್ತಮಾ')).toBe(`/app?search=${encodeURIComponent('ಅಸ್ತಮಾ')}&category=Skin`);
});

it('says once that there are samples, with the way to remove them, until the reader hides it', async () => {
  await renderPage(registryApi(disease({ isSample: true })), <RegistryPage />, { path: '/app' });
  await see(/^This list includes sample diseases/);
  expect(await hrefOf('Remove the samples')).toBe('/admin-operations');
  await click('Hide');
  unseen(/^Sample diseases/);
  expect(document.activeElement?.textContent).toContain('Asthma');
  cleanup();
  await renderApp(<RegistryPage />, { path: '/app' });
  await shows('Asthma');
  unseen(/^Sample diseases/);
});

it('shows the last page instead of one behind it, and the same disease', async () => {
  const shown = disease();
  mockApi({
    ...registryApi(shown),
    'GET /api/diseases': ({ path }) => paged(path.includes('page=2&') ? [shown] : [], 11),
  });
  await renderApp(<RegistryPage />, { path: `/app?page=3&disease=${shown.id}` });
  await seeIn(await part('region', 'Disease Registry'), 'Asthma', 'Page 2 of 2');
  expect(place()).toBe(`/app?page=2&disease=${shown.id}`);
});

it('says while it loads, and does not offer as missing what failed to load', async () => {
  const { promise: held, resolve: answer } = Promise.withResolvers<Response>();
  const answers = [held];
  const shown = disease();
  mockApi({
    ...registryApi(shown),
    'GET /api/diseases': () => answers.shift() ?? paged([shown]),
    [`GET /api/treatments/disease/${shown.id}`]: unavailable,
  });
  await renderApp(<RegistryPage />, { path: '/app' });
  await see('Loading diseases...');
  answer(unavailable());
  const panel = await part('region', 'Disease Registry');
  await seeIn(panel, 'Error loading diseases');
  await user.click(panel.getByRole('button', { name: 'Try again' }));
  await shows('Asthma');
  await see('The treatment could not be loaded');
  unseen('Add Treatment Details');
});

it('says so where there is no such disease', async () => {
  mockApi(registryApi(disease()));
  const unknown = 'f'.repeat(24);
  await renderApp(<RegistryPage />, { path: `/app?disease=${unknown}` });
  await see('This disease could not be loaded');
  cleanup();
  const form = <Route path="/app/add-treatment/:id" element={<TreatmentFormPage />} />;
  await renderApp(<Routes>{form}</Routes>, { path: `/app/add-treatment/${unknown}` });
  await see('Invalid disease ID');
  expect(await hrefOf('Back to homepage')).toBe('/');
});

it('searches after a pause of 250 ms, and at once by the button and Enter', async () => {
  const requests = await renderPage(registryApi(disease()), <RegistryPage />, { path: '/app' });
  await shows('Asthma');
  const searches = () => requests.flatMap(({ path }) => /[?&]search=(\w+)/.exec(path)?.[1] ?? []);
  const box = screen.getByRole<HTMLInputElement>('searchbox');
  const type = (value: string) => fireEvent.change(box, { target: { value } });
  const pause = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  vi.useFakeTimers();
  type('diab');
  await pause(200);
  type('diabetes');
  await pause(245);
  expect(searches()).toEqual([]);
  await pause(10);
  type('eczema');
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
  type('acne');
  fireEvent.submit(box);
  await pause(1_000);
  expect(searches()).toEqual(['diabetes', 'eczema', 'acne']);
});

it('the keys walk through the diseases of all pages and back', async () => {
  await openFirst();
  await user.keyboard('kj');
  await shows('Disease 2');
  expect(document.activeElement?.textContent).toContain('Disease 2');
  await user.keyboard('k');
  await shows('Disease 1');
  cleanup();
  await open(`/app?disease=${all[9]?.id}`);
  await shows('Disease 10');
  await user.keyboard('j');
  await shows('Disease 11');
  expect(place()).toContain('page=2');
  await user.keyboard('k');
  await shows('Disease 10');
  expect(place()).not.toContain('page');
});

it('the keys walk from the first disease on, where none is shown beside the list', async () => {
  window.matchMedia = narrow;
  await openFirst();
  await user.keyboard('j');
  expect(place()).toBe(`/app?disease=${all[0]?.id}`);
});

it('the keys search, add and edit', async () => {
  await openFirst();
  await user.keyboard('/');
  const box = await screen.findByRole('combobox', { name: 'Search' });
  await waitFor(() => expect(document.activeElement).toBe(box));
  await user.keyboard('Dis');
  expect(await screen.findByRole('option', { name: /^Disease 2\D/ })).toBeTruthy();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(place()).toBe(`/app?disease=${all[0]?.id}`);
  await user.keyboard('e');
  expect(place()).toBe(`/app/add-disease?edit=${all[0]?.id}`);
  await user.keyboard('n');
  expect(place()).toBe('/app/add-disease');
});

it('the keys are listed, and switched off', async () => {
  await openFirst();
  expect(await openKeys()).toEqual(['/', 'j', 'k', 'n', 'e', '?']);
  await click('Use keyboard shortcuts', 'checkbox');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('j');
  expect(place()).toBe('/app');
});

it('the keys are listed where the reader may do what they do', async () => {
  await openFirst(sessionOf('pass', ['read'], { plan: 'hourly' }));
  expect(await openKeys()).toEqual(['/', 'j', 'k', '?']);
});

it('a personal list ends with a search', async () => {
  api();
  await open('/app?list=recent');
  await see('No disease viewed yet');
  await click('Filter');
  expect(place()).toBe('/app');
});

it('a personal list has a disease once it is marked, until the mark is taken off', async () => {
  let favorites: Disease[] = [];
  const becomes = (next: Disease[]) => () => {
    favorites = next;
    return noContent();
  };
  const path = `/api/favorites/${all[0]?.id}`;
  await openFirst({
    'GET /api/favorites': () => json(favorites),
    [`PUT ${path}`]: becomes(all.slice(0, 1)),
    [`DELETE ${path}`]: becomes([]),
  });
  for (const pressed of ['true', 'false']) {
    await click('Favorite');
    await waitFor(async () =>
      expect((await button('Favorite')).getAttribute('aria-pressed')).toBe(pressed),
    );
  }
});

it('a personal list says when the limit is reached', async () => {
  const full = () => problemReply(409, 'FAVORITES_FULL');
  await openFirst({ [`PUT /api/favorites/${all[0]?.id}`]: full });
  const star = await button('Favorite');
  await waitFor(() => expect(star.disabled).toBe(false));
  await user.click(star);
  await see('Your list of favorites is full. Remove one first.');
});

it('a personal list has the diseases that were chosen and shown for a while', async () => {
  const viewed: string[] = [];
  const view = (name: string) => () => {
    viewed.push(name);
    return noContent();
  };
  const replies = all.map(({ id, nameEn }) => [`PUT /api/recent/${id}`, view(nameEn)] as const);
  await openFirst(Object.fromEntries(replies));
  await user.keyboard('jj');
  await shows('Disease 3');
  await waitFor(() => expect(viewed).toEqual(['Disease 3']));
});
