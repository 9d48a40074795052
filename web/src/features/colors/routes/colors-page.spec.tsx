import { expect, it } from 'vitest';
import type { Color } from '@ctdb/contracts';
import { screen, waitFor } from '@testing-library/react';
import type { Language } from '@/lib/language';
import { adminApi, agree, bodies, click, field, fill, json, part, problemReply } from '@/testing';
import { renderPage, type Replies, see, seeIn } from '@/testing';
import { coral } from '@/testing/registry';
import ColorsPage from './colors-page';

const open = async (replies: Replies = {}, language: Language = 'en') => {
  const answers = { ...adminApi, 'GET /api/colors': () => json([coral]), ...replies };
  return renderPage(answers, <ColorsPage />, { path: '/admin-colors', language });
};

it('the colors are listed with both names; the built-in ones in the language of the reader', async () => {
  await open({}, 'kn');
  expect((await screen.findByText('Coral')).lang).toBe('en');
  expect(screen.getByText('ಹವಳದ ಬಣ್ಣ').lang).toBe('kn');
  const builtIn = await part('region', 'ಮೊದಲೇ ಇರುವ ಬಣ್ಣಗಳು');
  expect(builtIn.getAllByRole('listitem')).toHaveLength(14);
  await seeIn(builtIn, 'ಕಡುಗೆಂಪು');
});

it('the colors are added, and the form is blank again', async () => {
  let colors: Color[] = [];
  const requests = await open({
    'GET /api/colors': () => json(colors),
    'POST /api/colors': () => {
      colors = [coral];
      return json(coral, { status: 201 });
    },
  });
  await see('No color has been added yet.');
  await fill('Name (English)', coral.nameEn);
  await fill('Name (Kannada)', coral.nameKn);
  await fill('Shade', coral.value);
  await click('Add color');
  await see('Color added');
  const { nameEn, nameKn, value } = coral;
  expect(bodies(requests)).toEqual([{ nameEn, nameKn, value }]);
  await see('Coral');
  const name = await field('Name (English)');
  await waitFor(() => expect(name.value).toBe(''));
});

it('the colors say at the name that it is taken', async () => {
  const faults = [{ path: 'nameEn', code: 'NAME_TAKEN' }];
  await open({ 'POST /api/colors': () => problemReply(400, 'VALIDATION_FAILED', { faults }) });
  await fill('Name (English)', 'Red');
  await fill('Name (Kannada)', 'ಕೆಂಪು');
  await click('Add color');
  await see('Another color has this name');
});

it('the colors say why one cannot be removed', async () => {
  const requests = await open({
    [`DELETE /api/colors/${coral.id}`]: () => problemReply(409, 'COLOR_IN_USE'),
  });
  await click('Remove: Coral');
  await agree('Remove');
  await see('The color could not be removed', /Treatments use this color/);
  expect(bodies(requests, 'DELETE')).toHaveLength(1);
});
