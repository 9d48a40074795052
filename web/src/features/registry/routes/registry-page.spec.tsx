import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Disease } from '@ctdb/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { AdminHeader } from '@/features/admin-header/components/admin-header';
import { HeaderActionProvider, useHeaderAction } from '@/lib/header-action';
import { switchShortcuts } from '@/lib/shortcuts';
import { click, place, renderApp, see, seeIn, user } from '@/testing';
import { json, mockApi, noContent, paged, problemReply, type Replies } from '@/testing/mock-api';
import { disease, registryApi } from '@/testing/registry';
import RegistryPage from './registry-page';

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

const registry = async () =>
  within(await screen.findByRole('region', { name: 'Disease Registry' }));
const shows = (name: string) => screen.findByRole('article', { name });

function Header() {
  return <AdminHeader onNewEntry={useHeaderAction()} />;
}
const open = async (path = '/app') => {
  await renderApp(
    <HeaderActionProvider>
      <Header />
      <RegistryPage />
    </HeaderActionProvider>,
    { path },
  );
  return screen.findByRole('button', { name: 'Keyboard shortcuts' });
};

const openFirst = async (more?: Replies) => {
  api(more);
  await open();
  await shows('Disease 1');
};

const openKeys = async () => {
  await user.keyboard('?');
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  const keys = dialog.getAllByRole('term').map(({ textContent }) => textContent);
  return { dialog, keys };
};

const star = async (name: string) => {
  const button = await within(await shows(name)).findByRole('button', { name: 'Favorite' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  return button;
};

const narrow = window.matchMedia;
beforeEach(() => {
  window.matchMedia = (media) => ({ ...narrow(media), matches: media.includes('width') });
});
afterEach(() => {
  window.matchMedia = narrow;
  act(() => switchShortcuts(true));
});

it('shows the codes by which a search found a disease, and all of them beside it', async () => {
  const found = { system: 'ICD-10', code: 'J45.9' } as const;
  mockApi(registryApi(disease({ codes: [found, { system: 'ICD-11', code: 'CA23' }] })));
  await renderApp(<RegistryPage />, { path: '/app?search=j459' });
  const list = await registry();
  expect(await list.findByText('ICD-10 J45.9')).toBeTruthy();
  expect(list.queryByText('ICD-11 CA23')).toBeNull();
  await see('ICD-11 CA23');
});

it('shows the last page instead of one behind it, and the same disease', async () => {
  const shown = disease();
  mockApi({
    ...registryApi(shown),
    'GET /api/diseases': ({ path }) => paged(path.includes('page=2&') ? [shown] : [], 11),
  });
  await renderApp(<RegistryPage />, { path: `/app?page=3&disease=${shown.id}` });
  const list = await registry();
  await seeIn(list, 'Asthma', 'Page 2 of 2');
  expect(place()).toBe(`/app?page=2&disease=${shown.id}`);
});

describe('the keys', () => {
  it('walk through the diseases of all pages and back', async () => {
    await openFirst();
    await user.keyboard('k');
    await user.keyboard('j');
    await shows('Disease 2');
    expect(document.activeElement?.textContent).toContain('Disease 2');
    await user.keyboard('k');
    await shows('Disease 1');
    await user.keyboard('j'.repeat(9));
    await shows('Disease 10');
    await user.keyboard('j');
    await shows('Disease 11');
    await user.keyboard('k');
    await shows('Disease 10');
    expect(place()).toBe('/app');
    await user.keyboard('k');
    await shows('Disease 9');
  });

  it('walk from the first disease on, where none is shown beside the list', async () => {
    window.matchMedia = narrow;
    await openFirst();
    await user.keyboard('j');
    expect(place()).toBe(`/app?disease=${all[0]?.id}`);
  });

  it('search, add and edit', async () => {
    await openFirst();
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    await user.keyboard('{Tab}e');
    expect(place()).toBe(`/app/add-disease?edit=${all[0]?.id}`);
    await user.keyboard('n');
    expect(place()).toBe('/app/add-disease');
  });

  it('are listed, and switched off', async () => {
    await openFirst();
    const { dialog, keys } = await openKeys();
    expect(keys).toEqual(['/', 'j', 'k', 'n', 'e', '?']);
    await user.click(dialog.getByRole('checkbox', { name: 'Use keyboard shortcuts' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('j');
    expect(place()).toBe('/app');
  });

  it('are listed where the reader may do what they do', async () => {
    const reader = { role: 'pass', plan: 'hourly', capabilities: ['read'] };
    await openFirst({ 'GET /api/session': () => json(reader) });
    expect((await openKeys()).keys).toEqual(['/', 'j', 'k', '?']);
  });
});

describe('a personal list', () => {
  it('has the diseases that the reader marks', async () => {
    let favorites: Disease[] = [];
    const mark = (marked: Disease[]) => () => {
      favorites = marked;
      return noContent();
    };
    const path = `/api/favorites/${all[0]?.id}`;
    await openFirst({
      'GET /api/favorites': () => json(favorites),
      [`PUT ${path}`]: mark([numbered(1)]),
      [`DELETE ${path}`]: mark([]),
    });
    const button = await star('Disease 1');
    expect(button.getAttribute('aria-pressed')).toBe('false');
    await user.click(button);
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'));

    const list = await registry();
    await user.click(list.getByRole('link', { name: 'Favorites' }));
    expect(place()).toBe('/app?list=favorites');
    expect(await list.findByText('1 disease')).toBeTruthy();
    expect(list.queryByText('Disease 2')).toBeNull();
    await user.click(await star('Disease 1'));
    expect(await list.findByText('No favorites yet')).toBeTruthy();
  });

  it('ends with a search', async () => {
    api();
    await open('/app?list=recent');
    expect(await (await registry()).findByText('No disease viewed yet')).toBeTruthy();
    await click('Filter');
    expect(place()).toBe('/app');
  });

  it('says when the limit is reached', async () => {
    const full = () => problemReply(409, 'FAVORITES_FULL');
    await openFirst({ [`PUT /api/favorites/${all[0]?.id}`]: full });
    await user.click(await star('Disease 1'));
    await see('Your list of favorites is full. Remove one first.');
  });

  it('has the diseases that were chosen and shown for a while', async () => {
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
});
