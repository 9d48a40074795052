import { beforeEach, describe, expect, it } from 'vitest';
import type { Protocol } from '@ctdb/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import type { Language } from '@/i18n/language';
import { bodies, click, fill, json, mockApi, problemReply, renderApp, see, user } from '@/testing';
import { disease, protocol, registryApi, treatment } from '@/testing/registry';
import { ProtocolSection } from './protocol-section';

const shown = treatment({ protocols: [protocol({ durationKn: '' })] });
const coral = {
  id: 'c'.repeat(24),
  nameEn: 'Coral',
  nameKn: 'ಹವಳದ ಬಣ್ಣ',
  value: '#ff7f50',
  createdAt: '2026-11-21T10:00:00.000Z',
};
const path = `/api/treatments/${shown.id}/protocols`;

const open = async (language: Language = 'en') => {
  const requests = mockApi({
    ...registryApi(disease(), shown),
    'GET /api/colors': () => json([coral]),
    [`PUT ${path}`]: () => json(shown.protocols),
  });
  await renderApp(<ProtocolSection treatment={shown} canEdit />, { language });
  return () => bodies(requests, 'PUT')[0];
};
const texts = () =>
  within(screen.getByRole('table'))
    .getAllByRole('cell')
    .map((cell) => `${cell.textContent} ${cell.querySelector('[lang]')?.getAttribute('lang')}`);

/** Another person saves version 2 first. */
const openConflict = async (theirs: Protocol[], language: Language = 'en') => {
  const current = treatment({ version: 2, protocols: theirs });
  const requests = mockApi({
    ...registryApi(disease(), current),
    [`PUT ${path}`]: ({ headers }) =>
      headers.get('If-Match') === '"2"'
        ? json(theirs)
        : problemReply(412, 'VERSION_CONFLICT', { current }),
  });
  await renderApp(<ProtocolSection treatment={shown} canEdit />, { language });
  await click(/^(Edit the|ಬಣ್ಣದ)/);
  await click(/^(Save|ಉಳಿಸಿ)$/);
  const notice = within(await screen.findByRole('alert'));
  return { notice, saved: () => requests.filter(({ method }) => method === 'PUT') };
};
const theirs = protocol({ id: '4'.repeat(24), color: 'blue', duration: '5 minutes' });

beforeEach(() => sessionStorage.clear());

describe('the protocols', () => {
  it.each([
    ['en', 'Chest en', '10 minutes en', 'Daily en'],
    ['kn', 'ಎದೆ kn', '10 minutes en', 'ಪ್ರತಿದಿನ kn'],
  ] as const)(
    'are shown, a missing text in the other language (%s)',
    async (lang, ...shownTexts) => {
      await open(lang);
      expect(texts().slice(1)).toEqual(shownTexts);
    },
  );

  it('are edited in both languages', async () => {
    const sent = await open();
    await click('Edit the color protocols');
    const duration = await screen.findByLabelText<HTMLInputElement>('Duration (Kannada)');
    expect(duration.value).toBe('');
    await fill('Duration (Kannada)', '10 ನಿಮಿಷ');
    await click('Save');
    await see('Protocols saved');
    const saved: Partial<Protocol> = protocol();
    delete saved.treatmentId;
    delete saved.createdAt;
    expect(sent()).toEqual([saved]);
  });

  it.each([
    ['en', 'Blue · Chest · 5 minutes · Daily', 'ಎದೆ · 10 ನಿಮಿಷ · ಪ್ರತಿದಿನ'],
    ['kn', 'Chest · 5 minutes · Daily', 'ನೀಲಿ · ಎದೆ · 10 ನಿಮಿಷ · ಪ್ರತಿದಿನ'],
  ] as const)('of another person are shown in both languages (%s)', async (lang, en, kn) => {
    const { notice } = await openConflict([theirs], lang);
    expect(notice.getByText(en).lang).toBe('en');
    expect(notice.getByText(kn).lang).toBe('kn');
  });

  it('of another person are edited further', async () => {
    const { notice, saved } = await openConflict([theirs]);
    await user.click(notice.getByRole('button', { name: 'Use theirs' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByLabelText<HTMLSelectElement>('Color').value).toBe('blue');
    await click('Save');
    await see('Protocols saved');
    expect(saved().at(-1)?.body).toMatchObject([{ id: theirs.id, duration: '5 minutes' }]);
  });

  it('of another person, who removed them all, are replaced', async () => {
    const { notice, saved } = await openConflict([]);
    expect(notice.getByText('No protocol is recorded for this treatment yet.')).toBeTruthy();
    await user.click(notice.getByRole('button', { name: 'Keep mine' }));
    await see('Protocols saved');
    expect(saved().at(-1)?.body).toMatchObject([{ id: protocol().id, duration: '10 minutes' }]);
  });

  it('can have a color that an administrator added', async () => {
    const sent = await open('kn');
    await click('ಬಣ್ಣದ ಚಿಕಿತ್ಸಾ ಕ್ರಮಗಳನ್ನು ತಿದ್ದಿ');
    const select = await screen.findByLabelText('ಬಣ್ಣ');
    await within(select).findByRole('option', { name: coral.nameKn });
    await user.selectOptions(select, coral.nameKn);
    await click('ಉಳಿಸಿ');
    await waitFor(() => expect(sent()).toMatchObject([{ color: coral.id }]));
  });

  it('show the name and the shade of such a color', async () => {
    mockApi(registryApi(disease()));
    const colored = protocol({ color: coral.id, colorLook: coral });
    await renderApp(<ProtocolSection treatment={treatment({ protocols: [colored] })} canEdit />);
    const cell = screen.getByRole('cell', { name: 'Coral' });
    expect(cell.querySelector<HTMLElement>('[style]')?.style.backgroundColor).toBe(
      'rgb(255, 127, 80)',
    );
  });
});
