import { type LegalPage, roleAbilities } from '@ctdb/contracts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { click, field, fill, json, renderPage, see, sessionOf, unseen, user } from '@/testing';
import LegalEditorPage from './legal-editor-page';
import LegalPageScreen from './legal-page';

const first: LegalPage = {
  id: 'terms',
  textEn: 'Before\n# Rules\nOne\ntwo\n\n<b>Three</b> #4\n#5',
  textKn: '# ನಿಯಮಗಳು',
  isDraft: true,
  version: 1,
};
const PATH = '/api/legal/terms';

it('the public pages show headings and paragraphs as plain text, and that it is a draft', async () => {
  await renderPage({ [`GET ${PATH}`]: () => json(first) }, <LegalPageScreen />, { path: '/terms' });
  await see('Draft: to be checked by a lawyer');
  const parts = [...document.querySelectorAll('div[lang=en] > *')];
  expect(parts.map((part) => [part.tagName, part.textContent])).toEqual([
    ['P', 'Before'],
    ['H2', 'Rules'],
    ['P', 'One\ntwo'],
    ['P', '<b>Three</b> #4\n#5'],
  ]);
});

it('the public pages are edited, previewed and taken out of the draft by a checkbox', async () => {
  let page = first;
  const requests = await renderPage(
    {
      ...sessionOf('admin', [...roleAbilities.owner]),
      [`GET ${PATH}`]: () => json(page),
      [`PUT ${PATH}`]: ({ body }) => {
        page = { ...page, ...(body as object), changedAt: '2026-11-27T10:00:00Z', version: 2 };
        return json(page);
      },
    },
    <LegalEditorPage />,
    { path: '/admin-legal?view=terms' },
  );
  await see(/This is the first version/);
  await fill('Text in English', '# Our rules');
  await click('Preview');
  await screen.findByRole('heading', { name: 'Our rules' });
  await click('Preview');
  await user.click(await field(/A lawyer has checked/));
  await click('Save');
  await see('The page is saved');
  const [sent] = requests.filter(({ method }) => method === 'PUT');
  expect(sent?.headers.get('If-Match')).toBe('"1"');
  expect(sent?.body).toEqual({ textEn: '# Our rules', textKn: first.textKn, isDraft: false });
  await waitFor(() => unseen(/This is the first version/));
});
