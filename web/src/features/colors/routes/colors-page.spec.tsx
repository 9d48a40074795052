import { describe, expect, it } from 'vitest';
import type { Color } from '@ctdb/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import type { Language } from '@/i18n/language';
import { agree, bodies, click, fill, renderApp, see } from '@/testing';
import { json, mockApi, problemReply, type Replies } from '@/testing/mock-api';
import { adminApi } from '@/testing/operations';
import ColorsPage from './colors-page';

const coral: Color = {
  id: 'c'.repeat(24),
  nameEn: 'Coral',
  nameKn: 'ಹವಳದ ಬಣ್ಣ',
  value: '#ff7f50',
  createdAt: '2026-11-21T10:00:00.000Z',
};

const open = async (replies: Replies = {}, language: Language = 'en') => {
  const requests = mockApi({ ...adminApi, 'GET /api/colors': () => json([coral]), ...replies });
  await renderApp(<ColorsPage />, { path: '/admin-colors', language });
  return requests;
};

describe('the colors', () => {
  it('are listed with both names; the built-in ones in the language of the reader', async () => {
    await open({}, 'kn');
    const added = await screen.findByRole('region', { name: 'ಸೇರಿಸಿದ ಬಣ್ಣಗಳು' });
    expect((await within(added).findByText('Coral')).getAttribute('lang')).toBe('en');
    expect(within(added).getByText('ಹವಳದ ಬಣ್ಣ').getAttribute('lang')).toBe('kn');
    const builtIn = screen.getByRole('region', { name: 'ಮೊದಲೇ ಇರುವ ಬಣ್ಣಗಳು' });
    expect(within(builtIn).getAllByRole('listitem')).toHaveLength(14);
    expect(within(builtIn).getByText('ಕಡುಗೆಂಪು')).toBeTruthy();
  });

  it('are added, and the form is blank again', async () => {
    let colors: Color[] = [];
    const requests = await open({
      'GET /api/colors': () => json(colors),
      'POST /api/colors': () => {
        colors = [coral];
        return json(coral, { status: 201 });
      },
    });
    await see('No color has been added yet.');
    const nameEn = screen.getByLabelText<HTMLInputElement>('Name (English)');
    await fill('Name (English)', 'Coral');
    await fill('Name (Kannada)', 'ಹವಳದ ಬಣ್ಣ');
    await fill('Shade', '#ff7f50');
    await click('Add color');
    await see('Color added');
    expect(bodies(requests)[0]).toEqual({
      nameEn: 'Coral',
      nameKn: 'ಹವಳದ ಬಣ್ಣ',
      value: '#ff7f50',
    });
    await see('Coral');
    await waitFor(() => expect(nameEn.value).toBe(''));
  });

  it('say at the name that it is taken', async () => {
    const faults = [{ path: 'nameEn', code: 'NAME_TAKEN' }];
    await open({ 'POST /api/colors': () => problemReply(400, 'VALIDATION_FAILED', { faults }) });
    await fill('Name (English)', 'Red');
    await fill('Name (Kannada)', 'ಕೆಂಪು');
    await click('Add color');
    await see('Another color has this name');
  });

  it('say why one cannot be removed', async () => {
    const requests = await open({
      [`DELETE /api/colors/${coral.id}`]: () => problemReply(409, 'COLOR_IN_USE'),
    });
    await click('Remove: Coral');
    await agree('Remove');
    await see('The color could not be removed', /Treatments use this color/);
    expect(bodies(requests, 'DELETE')).toHaveLength(1);
  });
});
