import { expect, it } from 'vitest';
import type { Language } from '@/lib/language';
import { bodies, click, field, fill, part, renderApp, see, seeIn, user } from '@/testing';
import { json, mockApi, problemReply, type Replies } from '@/testing/mock-api';
import { disease, registryApi } from '@/testing/registry';
import DiseaseFormPage from './disease-form-page';

const shown = disease({ codes: [{ system: 'ICD-10', code: 'J45.9' }] });
const put = `PUT /api/diseases/${shown.id}`;

const open = async (reply: Replies[string], language: Language = 'en') => {
  const requests = mockApi({ ...registryApi(shown), [put]: reply });
  const path = `/app/add-disease?edit=${shown.id}`;
  await renderApp(<DiseaseFormPage />, { path, language });
  return () => bodies(requests, 'PUT')[0];
};

it('the codes and other names of a disease are added and removed', async () => {
  const sent = await open(() => json(shown));
  await fill(/^Other names people use/, 'dammu, ubbasa');
  await click('Add a code');
  const second = await part('group', 'Code 2');
  expect(document.activeElement).toBe(second.getByLabelText('Code'));
  await user.paste('ca230');
  await user.selectOptions(second.getByLabelText('System'), 'ICD-11');
  await click('Remove: Code 1');
  await click('Save');
  await see('Disease saved');
  const codes = [{ system: 'ICD-11', code: 'CA23.0' }];
  expect(sent()).toMatchObject({ codes, alsoKnownAs: 'dammu, ubbasa' });
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

it('a disease that another person has changed meanwhile gets their text or the typed one', async () => {
  const saved = ['ಇತರರ ಹೆಸರು', 'ಮತ್ತೊಂದು ಹೆಸರು'];
  const seen: (string | null)[] = [];
  await open(({ headers }) => {
    const version = seen.push(headers.get('if-match')) + 1;
    const nameKn = saved.shift();
    if (nameKn === undefined) return json(shown);
    return problemReply(412, 'VERSION_CONFLICT', { current: disease({ nameKn, version }) });
  });
  const name = 'Name (Kannada)';
  await fill(name, 'ನನ್ನ ಹೆಸರು');
  await click('Save');
  await seeIn(await part('alert'), 'ಇತರರ ಹೆಸರು');
  expect((await field(name)).value).toBe('ನನ್ನ ಹೆಸರು');
  await click('Use theirs');
  expect((await field(name)).value).toBe('ಇತರರ ಹೆಸರು');
  await fill(name, 'ಇಬ್ಬರ ಹೆಸರು');
  await click('Save');
  await seeIn(await part('alert'), 'ಮತ್ತೊಂದು ಹೆಸರು');
  await click('Keep mine');
  await see('Disease saved');
  expect(seen).toEqual(['"1"', '"2"', '"3"']);
});
