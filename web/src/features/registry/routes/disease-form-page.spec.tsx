import { beforeEach, describe, expect, it } from 'vitest';
import { screen, within } from '@testing-library/react';
import { json, mockApi, problemReply } from '@/testing/mock-api';
import { disease, registryApi } from '@/testing/registry';
import { renderApp, user } from '@/testing/render';
import DiseaseFormPage from './disease-form-page';

const shown = disease({ codes: [{ system: 'ICD-10', code: 'J45.9' }] });
const put = `PUT /api/diseases/${shown.id}`;

const open = async (reply: () => Response, language: 'en' | 'kn' = 'en') => {
  const requests = mockApi({ ...registryApi(shown), [put]: reply });
  const path = `/app/add-disease?edit=${shown.id}`;
  await renderApp(<DiseaseFormPage />, { path, language });
  return () => requests.find(({ method }) => method === 'PUT')?.body;
};

beforeEach(() => sessionStorage.clear());

describe('the codes of a disease', () => {
  it('are added and removed', async () => {
    const sent = await open(() => json(shown));
    await user.click(await screen.findByRole('button', { name: 'Add a code' }));
    const second = within(screen.getByRole('group', { name: 'Code 2' }));
    expect(document.activeElement).toBe(second.getByLabelText('Code'));
    await user.selectOptions(second.getByLabelText('System'), 'ICD-11');
    await user.type(second.getByLabelText('Code'), 'ca230');
    await user.click(screen.getByRole('button', { name: 'Remove: Code 1' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Disease saved');
    expect(sent()).toMatchObject({ codes: [{ system: 'ICD-11', code: 'CA23.0' }] });
  });

  it('are refused in words, at the wrong one', async () => {
    const sent = await open(() => problemReply(500, 'INTERNAL'), 'kn');
    const first = within(await screen.findByRole('group', { name: 'ಸಂಕೇತ 1' }));
    const input = first.getByLabelText('ಸಂಕೇತ');
    await user.clear(input);
    await user.type(input, 'asthma');
    await user.click(screen.getByRole('button', { name: 'ಉಳಿಸಿ' }));
    expect(await first.findByText('ದಯವಿಟ್ಟು ಸರಿಯಾದ ರೂಪದಲ್ಲಿ ಬರೆಯಿರಿ')).toBeTruthy();
    expect(document.activeElement).toBe(input);
    expect(sent()).toBeUndefined();
  });
});
