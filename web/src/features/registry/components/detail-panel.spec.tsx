import { describe, expect, it } from 'vitest';
import { cleanup, screen, within } from '@testing-library/react';
import type { Language } from '@/i18n/language';
import { renderApp, see, seeIn, unseen, user } from '@/testing';
import { json, mockApi, noContent, paged, problemReply, type Replies } from '@/testing/mock-api';
import { disease, note, treatment, registryApi } from '@/testing/registry';
import RegistryPage from '../routes/registry-page';

const open = async (isSample = false, language: Language = 'en', more: Replies = {}) => {
  const shown = disease({ isSample });
  mockApi({
    ...registryApi(shown, treatment({ isSample })),
    [`DELETE /api/diseases/${shown.id}`]: noContent,
    ...more,
  });
  await renderApp(<RegistryPage />, { path: `/app?disease=${shown.id}`, language });
  return within(await screen.findByRole('article'));
};

const asReader = {
  'GET /api/session': () => json({ role: 'pass', plan: 'hourly', capabilities: ['read'] }),
};

describe('a disease', () => {
  it('of the sample data says so in the list, its header and its treatment', async () => {
    const article = await open(true);
    const list = within(screen.getByRole('region', { name: 'Disease Registry' }));
    expect(await list.findByText('Sample')).toBeTruthy();
    await article.findByText('Green light in a quiet room.');
    expect(article.getAllByText('Sample')).toHaveLength(2);
  });

  it('of a person has no such mark; says beside its treatment what that does not replace', async () => {
    await seeIn(await open(), 'Green light in a quiet room.', /does not replace diagnosis/);
    unseen('Sample');
    cleanup();
    await seeIn(await open(false, 'kn'), /ರೋಗನಿರ್ಣಯ/);
  });

  it('leads to its trends where the plan has them', async () => {
    const link = { name: 'Trends of this disease' };
    const trends = (await open()).getByRole('link', link);
    expect(trends.getAttribute('href')).toBe(`/trends?disease=${disease().id}`);
    cleanup();
    expect((await open(false, 'en', asReader)).queryByRole('link', link)).toBeNull();
  });

  it('keeps the correction of an older note that another person has changed meanwhile', async () => {
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
    await user.type(await article.findByLabelText('Note'), '!');
    await user.click(article.getByRole('button', { name: 'Save note' }));
    expect(await article.findByText(/Slept badly/)).toBeTruthy();
    expect(article.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Slept better!');
  });

  it.each([
    ['en', 'Mark as reviewed', /could not be marked/, 'Kannada text marked as reviewed'],
    ['kn', 'ಪರಿಶೀಲಿಸಿದ್ದೇನೆ', /ದಾಖಲಿಸಲು ಆಗಲಿಲ್ಲ/, 'ಕನ್ನಡ ಪಠ್ಯದ ಪರಿಶೀಲನೆಯನ್ನು ದಾಖಲಿಸಲಾಗಿದೆ'],
  ] as const)('has its translation reviewed (%s)', async (language, action, failed, done) => {
    let shown = treatment({ translation: { engine: 'google', needsReview: true, outdated: true } });
    const ifMatch: (string | null)[] = [];
    const article = await open(false, language, {
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
    await user.click(await article.findByRole('button', { name: action }));
    await see(failed);
    await user.click(article.getByRole('button', { name: action }));
    await see(done);
    expect(ifMatch).toEqual(['"1"', '"2"']);
    expect(article.queryByRole('button', { name: action })).toBeNull();
  });

  it('has no such button for readers', async () => {
    const shown = treatment({ translation: { needsReview: false, outdated: true } });
    const article = await open(false, 'en', {
      ...asReader,
      [`GET /api/treatments/disease/${shown.diseaseId}`]: () => json(shown),
    });
    expect(await article.findByText('May be out of date')).toBeTruthy();
    expect(article.queryByRole('button', { name: 'Mark as reviewed' })).toBeNull();
  });

  it('is called by its Kannada name in the question and the toast', async () => {
    const article = await open(false, 'kn');
    await user.click(article.getByRole('button', { name: 'ಅಳಿಸಿ' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/ಅಸ್ತಮಾ/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'ಅಳಿಸಿ' }));
    const toasts = within(await screen.findByRole('region', { name: /ಸೂಚನೆಗಳು/ }));
    expect(await toasts.findByText('ಅಸ್ತಮಾ')).toBeTruthy();
    expect(toasts.queryByText('Asthma')).toBeNull();
  });

  it('shows what another person saved before it is deleted', async () => {
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
    await user.click(article.getByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect((await question.findByRole('alert')).textContent).toContain('ಬೇರೆ\nTheirs');

    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(article.getByText('Theirs')).toBeTruthy();
    await user.click(article.getByRole('button', { name: 'Delete' }));
    const again = within(await screen.findByRole('alertdialog'));
    expect(again.queryByRole('alert')).toBeNull();
    await user.click(again.getByRole('button', { name: 'Delete' }));
    await see('Disease deleted');
  });
});
