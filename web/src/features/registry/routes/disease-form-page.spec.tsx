import { expect, it } from 'vitest';
import type { Language } from '@/i18n/language';
import { bodies, click, fill, part, renderApp, see, seeIn, user } from '@/testing';
import { json, mockApi, problemReply } from '@/testing/mock-api';
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

it('the codes of a disease are added and removed', async () => {
  const sent = await open(() => json(shown));
  await click('Add a code');
  const second = await part('group', 'Code 2');
  expect(document.activeElement).toBe(second.getByLabelText('Code'));
  await user.paste('ca230');
  await user.selectOptions(second.getByLabelText('System'), 'ICD-11');
  await click('Remove: Code 1');
  await click('Save');
  await see('Disease saved');
  expect(sent()).toMatchObject({ codes: [{ system: 'ICD-11', code: 'CA23.0' }] });
});

it('the codes of a disease are refused in words, at the wrong one', async () => {
  const sent = await open(() => problemReply(500, 'INTERNAL'), 'kn');
  const first = await part('group', 'ಸಂಕೇತ 1');
  await fill('ಸಂಕೇತ', 'asthma');
  await click('ಉಳಿಸಿ');
  await seeIn(first, 'ದಯವಿಟ್ಟು ಸರಿಯಾದ ರೂಪದಲ್ಲಿ ಬರೆಯಿರಿ');
  expect(document.activeElement).toBe(first.getByLabelText('ಸಂಕೇತ'));
  expect(sent()).toBeUndefined();
});
