import type { Color } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { json, mockApi, problemReply } from '@/testing/mock-api';
import { adminApi } from '@/testing/operations';
import { renderApp, user } from '@/testing/render';
import ColorsPage from './colors-page';

const coral: Color = {
  id: 'c'.repeat(24),
  nameEn: 'Coral',
  nameKn: 'ಹವಳದ ಬಣ್ಣ',
  value: '#ff7f50',
  createdAt: '2026-11-21T10:00:00.000Z',
};

type Replies = Parameters<typeof mockApi>[0];
const open = async (replies: Replies = {}, language: 'en' | 'kn' = 'en') => {
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
    expect(await screen.findByText('No color has been added yet.')).toBeTruthy();
    const nameEn = screen.getByLabelText<HTMLInputElement>('Name (English)');
    await user.type(nameEn, 'Coral');
    await user.type(screen.getByLabelText('Name (Kannada)'), 'ಹವಳದ ಬಣ್ಣ');
    fireEvent.change(screen.getByLabelText('Shade'), { target: { value: '#ff7f50' } });
    await user.click(screen.getByRole('button', { name: 'Add color' }));
    expect(await screen.findByText('Color added')).toBeTruthy();
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      nameEn: 'Coral',
      nameKn: 'ಹವಳದ ಬಣ್ಣ',
      value: '#ff7f50',
    });
    expect(await screen.findByText('Coral')).toBeTruthy();
    await waitFor(() => expect(nameEn.value).toBe(''));
  });

  it('say at the name that it is taken', async () => {
    const faults = [{ path: 'nameEn', code: 'NAME_TAKEN' }];
    await open({ 'POST /api/colors': () => problemReply(400, 'VALIDATION_FAILED', { faults }) });
    await user.type(await screen.findByLabelText('Name (English)'), 'Red');
    await user.type(screen.getByLabelText('Name (Kannada)'), 'ಕೆಂಪು');
    await user.click(screen.getByRole('button', { name: 'Add color' }));
    expect(await screen.findByText('Another color has this name')).toBeTruthy();
  });

  it('say why one cannot be removed', async () => {
    const requests = await open({
      [`DELETE /api/colors/${coral.id}`]: () => problemReply(409, 'COLOR_IN_USE'),
    });
    await user.click(await screen.findByRole('button', { name: 'Remove: Coral' }));
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('The color could not be removed')).toBeTruthy();
    expect(screen.getByText(/Treatments use this color/)).toBeTruthy();
    expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });
});
