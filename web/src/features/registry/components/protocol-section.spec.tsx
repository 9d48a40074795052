import type { Protocol } from '@ctdb/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { json, mockApi } from '@/testing/mock-api';
import { disease, protocol, registryApi, treatment } from '@/testing/registry';
import { renderApp, user } from '@/testing/render';
import { ProtocolSection } from './protocol-section';

const shown = treatment({ protocols: [protocol({ durationKn: '' })] });
const path = `/api/treatments/${shown.id}/protocols`;

const open = async (language: 'en' | 'kn' = 'en') => {
  const requests = mockApi({
    ...registryApi(disease(), shown),
    [`PUT ${path}`]: () => json(shown.protocols),
  });
  await renderApp(<ProtocolSection treatment={shown} canEdit />, { language });
  return () => requests.find(({ method }) => method === 'PUT')?.body;
};
const texts = () =>
  within(screen.getByRole('table'))
    .getAllByRole('cell')
    .map((cell) => [cell.textContent, cell.querySelector('[lang]')?.getAttribute('lang')]);

beforeEach(() => sessionStorage.clear());

describe('the protocols', () => {
  it('are shown in English', async () => {
    await open();
    expect(texts().slice(1)).toEqual([
      ['Chest', 'en'],
      ['10 minutes', 'en'],
      ['Daily', 'en'],
    ]);
  });

  it('are shown in Kannada; a missing text in English, marked as such', async () => {
    await open('kn');
    expect(texts().slice(1)).toEqual([
      ['ಎದೆ', 'kn'],
      ['10 minutes', 'en'],
      ['ಪ್ರತಿದಿನ', 'kn'],
    ]);
  });

  it('are edited in both languages', async () => {
    const sent = await open();
    await user.click(screen.getByRole('button', { name: 'Edit the color protocols' }));
    const duration = await screen.findByLabelText<HTMLInputElement>('Duration (Kannada)');
    expect(duration.value).toBe('');
    await user.type(duration, '10 ನಿಮಿಷ');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Protocols saved');
    const saved: Partial<Protocol> = protocol();
    delete saved.treatmentId;
    delete saved.createdAt;
    expect(sent()).toEqual([saved]);
  });
});
