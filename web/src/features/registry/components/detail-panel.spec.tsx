import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { json, mockApi, problemReply } from '@/testing/mock-api';
import { disease, registryApi, treatment } from '@/testing/registry';
import { renderApp, user } from '@/testing/render';
import RegistryPage from '../routes/registry-page';

const open = async (
  isSample = false,
  language: 'en' | 'kn' = 'en',
  more: Parameters<typeof mockApi>[0] = {},
) => {
  const shown = disease({ isSample });
  mockApi({
    ...registryApi(shown, treatment({ isSample })),
    [`DELETE /api/diseases/${shown.id}`]: () => new Response(null, { status: 204 }),
    ...more,
  });
  await renderApp(<RegistryPage />, { path: `/app?disease=${shown.id}`, language });
  return within(await screen.findByRole('article'));
};

describe('a disease', () => {
  it('of the sample data says so in the list, its header and its treatment', async () => {
    const article = await open(true);
    const list = within(screen.getByRole('region', { name: 'Disease Registry' }));
    expect(await list.findByText('Sample')).toBeTruthy();
    await article.findByText('Green light in a quiet room.');
    expect(article.getAllByText('Sample')).toHaveLength(2);
  });

  it('of a person has no such mark', async () => {
    const article = await open();
    await article.findByText('Green light in a quiet room.');
    expect(screen.queryByText('Sample')).toBeNull();
  });

  it.each([
    ['en', /does not replace diagnosis, treatment or prescribed medicine/],
    ['kn', /ರೋಗನಿರ್ಣಯ/],
  ] as const)('says beside its treatment what that does not replace (%s)', async (lang, text) => {
    const article = await open(false, lang);
    expect(await article.findByText(text)).toBeTruthy();
  });

  it('leads to its trends where the plan has them', async () => {
    const article = await open();
    const trends = article.getByRole('link', { name: 'Trends of this disease' });
    expect(trends.getAttribute('href')).toBe(`/trends?disease=${disease().id}`);
  });

  it('does not where the plan has none', async () => {
    const reader = { role: 'pass', plan: 'hourly', capabilities: ['read'] };
    const article = await open(false, 'en', { 'GET /api/session': () => json(reader) });
    expect(article.queryByRole('link', { name: 'Trends of this disease' })).toBeNull();
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

  it('that another person has changed is shown before it is deleted all the same', async () => {
    const theirs = disease({ version: 2, nameKn: 'ಬೇರೆ', notes: 'Theirs' });
    let hasChanged = false;
    const article = await open(false, 'en', {
      [`GET /api/diseases/${theirs.id}`]: () => json(hasChanged ? theirs : disease()),
      [`DELETE /api/diseases/${theirs.id}`]: ({ headers }) =>
        headers.get('If-Match') === '"2"'
          ? new Response(null, { status: 204 })
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
    expect(await screen.findByText('Disease deleted')).toBeTruthy();
  });
});
