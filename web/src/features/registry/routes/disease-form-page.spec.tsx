import { beforeEach, describe, expect, it } from 'vitest';
import { screen, within } from '@testing-library/react';
import type { Language } from '@/i18n/language';
import { bodies, click, json, mockApi, problemReply, renderApp, see, user } from '@/testing';
import { disease, registryApi } from '@/testing/registry';
import DiseaseFormPage from './disease-form-page';

const shown = disease({ codes: [{ system: 'ICD-10', code: 'J45.9' }] });
const put = `PUT /api/diseases/${shown.id}`;

const open = async (reply: () => Response, language: Language = 'en') => {
  const requests = mockApi({ ...registryApi(shown), [put]: reply });
  const path = `/app/add-disease?edit=${shown.id}`;
  await renderApp(<DiseaseFormPage />, { path, language });
  return () => bodies(requests, 'PUT')[0];
};

beforeEach(() => sessionStorage.clear());

describe('the codes of a disease', () => {
  it('are added and removed', async () => {
    const sent = await open(() => json(shown));
    await click('Add a code');
    const second = within(screen.getByRole('group', { name: 'Code 2' }));
    expect(document.activeElement).toBe(second.getByLabelText('Code'));
    await user.selectOptions(second.getByLabelText('System'), 'ICD-11');
    await user.type(second.getByLabelText('Code'), 'ca230');
    await click('Remove: Code 1');
    await click('Save');
    await see('Disease saved');
    expect(sent()).toMatchObject({ codes: [{ system: 'ICD-11', code: 'CA23.0' }] });
  });

  it('are refused in words, at the wrong one', async () => {
    const sent = await open(() => problemReply(500, 'INTERNAL'), 'kn');
    const first = within(await screen.findByRole('group', { name: 'ಸಂಕೇತ 1' }));
    const input = first.getByLabelText('ಸಂಕೇತ');
    await user.clear(input);
    await user.type(input, 'asthma');
    await click('ಉಳಿಸಿ');
    expect(await first.findByText('ದಯವಿಟ್ಟು ಸರಿಯಾದ ರೂಪದಲ್ಲಿ ಬರೆಯಿರಿ')).toBeTruthy();
    expect(document.activeElement).toBe(input);
    expect(sent()).toBeUndefined();
  });
});
