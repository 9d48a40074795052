import { expect, it, vi } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import type { Language } from '@/lib/language';
import { agree, click, field, fill, hrefOf, part, see, seeIn, unseen } from '@/testing/page';
import { renderApp, sessionOf, user } from '@/testing';
import { json, mockApi, noContent, paged, problemReply, type Replies } from '@/testing/mock-api';
import { disease, note, protocol, treatment, registryApi } from '@/testing/registry';
import RegistryPage from '@/features/registry/routes/registry-page';

const open = async (isSample = false, language: Language = 'en', more: Replies = {}) => {
  const shown = disease({ isSample });
  mockApi({
    ...registryApi(shown, treatment({ isSample })),
    [`DELETE /api/diseases/${shown.id}`]: noContent,
    ...more,
  });
  await renderApp(<RegistryPage />, { path: `/app?disease=${shown.id}`, language });
  return part('article');
};

const asReader = sessionOf('pass', ['read'], { plan: 'hourly' });

it('a disease of the sample data says so in its header and its treatment', async () => {
  const article = await open(true);
  await seeIn(article, 'Green light in a quiet room.');
  expect(screen.getAllByText('Sample')).toHaveLength(2);
});

it('a disease of a person has no such mark; says beside its treatment what that does not replace', async () => {
  await seeIn(await open(), 'Green light in a quiet room.', /does not replace diagnosis/);
  unseen('Sample');
});

it('a disease shows its protocols first, then its description, and its other names', async () => {
  const shown = disease({ alsoKnownAs: 'dammu, ದಮ್ಮು', notes: 'Narrow airways' });
  const article = await open(false, 'en', {
    [`GET /api/diseases/${shown.id}`]: () => json(shown),
    [`GET /api/treatments/disease/${shown.id}`]: () =>
      json(treatment({ protocols: [protocol()], descriptionKn: '' })),
  });
  await seeIn(article, 'dammu', 'ದಮ್ಮು', 'Narrow airways', 'Missing');
  const titles = article.getAllByRole('heading', { level: 3 });
  expect(titles.map(({ textContent }) => textContent).slice(0, 2)).toEqual([
    'Color protocols',
    'Treatment description',
  ]);
});

it('a disease leads to its trends where the plan has them', async () => {
  await open();
  expect(await hrefOf('Trends of this disease')).toBe(`/trends?disease=${disease().id}`);
});

it('a disease keeps the correction of an older note that another person has changed meanwhile', async () => {
  const older = note({ id: 'f'.repeat(24), title: 'Older visit' });
  const current = { ...older, content: 'Slept badly', version: 2 };
  const path = `/api/treatments/${treatment().id}/notes`;
  const shown = treatment({ notes: [note()], notesCount: 21 });
  const article = await open(false, 'en', {
    [`GET /api/treatments/disease/${shown.diseaseId}`]: () =>
      json({ ...shown, version: (shown.version += 1) }),
    [`GET ${path}`]: () => paged([older], 21),
    [`PUT ${path}/${older.id}`]: () => problemReply(412, 'VERSION_CONFLICT', { current }),
  });
  await user.click(await article.findByRole('tab', { name: /^Notes/ }));
  await user.click(await article.findByRole('button', { name: /^Show more/ }));
  await user.click(await article.findByRole('button', { name: 'Edit: Older visit' }));
  await fill('Note', 'Slept better!');
  await user.click(article.getByRole('button', { name: 'Save note' }));
  await seeIn(article, /Slept badly/);
  expect((await field('Note')).value).toBe('Slept better!');
});

it('a disease hands the focus on to its next note when one is deleted', async () => {
  const next = note({ id: '9'.repeat(24), title: 'Second visit' });
  let notes = [note(), next];
  const article = await open(false, 'en', {
    [`GET /api/treatments/disease/${disease().id}`]: () => json(treatment({ notes })),
    [`DELETE /api/treatments/${treatment().id}/notes/${note().id}`]: () => {
      notes = [next];
      return noContent();
    },
  });
  await user.click(await article.findByRole('tab', { name: /^Notes/ }));
  await click('Delete: First visit');
  const edit = await article.findByRole('button', { name: 'Edit: Second visit' });
  await waitFor(() => expect(document.activeElement).toBe(edit));
});

it('a disease has its translation reviewed, in the version that was seen', async () => {
  let shown = treatment({ translation: { engine: 'google', needsReview: true, outdated: true } });
  const ifMatch: (string | null)[] = [];
  const article = await open(false, 'en', {
    [`GET /api/treatments/disease/${shown.diseaseId}`]: () => json(shown),
    [`POST /api/treatments/${shown.id}/review`]: ({ headers }) => {
      ifMatch.push(headers.get('If-Match'));
      // The first time another person has changed it.
      shown = ifMatch.length === 1 ? { ...shown, version: 2 } : treatment({ version: 3 });
      return ifMatch.length === 1
        ? problemReply(412, 'VERSION_CONFLICT', { current: shown })
        : json(shown);
    },
  });
  await click('Mark as reviewed');
  await see(/could not be marked/);
  await click('Mark as reviewed');
  await see('Kannada text marked as reviewed');
  expect(ifMatch).toEqual(['"1"', '"2"']);
  expect(article.queryByRole('button', { name: 'Mark as reviewed' })).toBeNull();
});

it('a disease has neither such a button nor trends for readers', async () => {
  const shown = treatment({ translation: { needsReview: false, outdated: true } });
  const path = `GET /api/treatments/disease/${shown.diseaseId}`;
  const article = await open(false, 'en', { ...asReader, [path]: () => json(shown) });
  await seeIn(article, 'May be out of date');
  expect(article.queryByRole('link', { name: 'Trends of this disease' })).toBeNull();
  expect(article.queryByRole('button', { name: 'Mark as reviewed' })).toBeNull();
});

it('a disease is called by its Kannada name in the question and the toast', async () => {
  await open(false, 'kn');
  await click('ಅಳಿಸಿ');
  await seeIn(await part('alertdialog'), /ಅಸ್ತಮಾ/);
  await agree('ಅಳಿಸಿ');
  const toasts = await part('region', /ಸೂಚನೆಗಳು/);
  await seeIn(toasts, 'ಅಸ್ತಮಾ');
  expect(toasts.queryByText('Asthma')).toBeNull();
});

it('a disease becomes the free sample in its menu; Undo brings back the one that it replaced', async () => {
  const replaced = { id: 'f'.repeat(24), nameEn: 'Gout', nameKn: 'ಸಂಧಿವಾತ' };
  const undone = vi.fn(() => json({}));
  await open(false, 'en', {
    [`PUT /api/samples/${disease().id}`]: () => json({ replaced }),
    [`PUT /api/samples/${replaced.id}`]: undone,
  });
  await click('More actions');
  await click('Show as free sample', 'menuitem');
  await click('Undo');
  await waitFor(() => expect(undone).toHaveBeenCalledOnce());
});

it('a disease shows what another person saved before it is deleted', async () => {
  const theirs = disease({ version: 2, nameKn: 'ಬೇರೆ', notes: 'Theirs' });
  let hasChanged = false;
  const article = await open(false, 'en', {
    [`GET /api/diseases/${theirs.id}`]: () => json(hasChanged ? theirs : disease()),
    [`DELETE /api/diseases/${theirs.id}`]: ({ headers }) =>
      headers.get('If-Match') === '"2"'
        ? noContent()
        : problemReply(412, 'VERSION_CONFLICT', { current: theirs }),
  });
  hasChanged = true;
  await click('Delete');
  await agree('Delete');
  expect((await screen.findByRole('alert')).textContent).toContain('ಬೇರೆ\nTheirs');

  await agree('Cancel');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await seeIn(article, 'Theirs');
  await click('Delete');
  expect((await part('alertdialog')).queryByRole('alert')).toBeNull();
  await agree('Delete');
  await see('Disease deleted');
});
