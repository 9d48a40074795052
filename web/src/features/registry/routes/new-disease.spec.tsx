import { beforeEach, expect, it, vi } from 'vitest';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { bodies, button, click, field, fill, part, place, renderApp, see, user } from '@/testing';
import { fakeUploads, type FakeUpload } from '@/testing/fake-upload';
import { json, mockApi, problemReply, type Replies } from '@/testing/mock-api';
import { disease, image, protocol, registryApi, treatment } from '@/testing/registry';
import DiseaseFormPage from './disease-form-page';

const made = disease();
const itsTreatment = treatment();
const protocols = `PUT /api/treatments/${itsTreatment.id}/protocols`;
const replies: Replies = {
  ...registryApi(made, itsTreatment),
  'POST /api/diseases': () => json(made, { status: 201 }),
  [`PUT /api/diseases/${made.id}`]: () => json(made),
  'POST /api/treatments': () => json(itsTreatment, { status: 201 }),
  [`PUT /api/treatments/${itsTreatment.id}`]: () => json(itsTreatment),
  [protocols]: () => json([protocol()]),
};
const texts = { descriptionEn: 'Green light', descriptionKn: '' };

let uploads: FakeUpload[];
beforeEach(() => {
  uploads = fakeUploads();
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: vi.fn() });
});

const open = async (more: Replies = {}) => {
  const requests = mockApi({ ...replies, ...more });
  const { unmount } = await renderApp(<DiseaseFormPage />, { path: '/app/add-disease' });
  await fill('Name (English)', made.nameEn);
  await fill('Name (Kannada)', made.nameKn);
  return { requests, unmount };
};

it('one Save makes a disease with its treatment, protocol and photos', async () => {
  const { requests } = await open();
  await user.click(await button('Save'));
  await see('This field is required');
  expect(document.activeElement).toBe(await field('Category'));
  await user.selectOptions(await field('Category'), 'Respiratory');
  await fill('Description (English)', texts.descriptionEn);
  await click('Add a protocol');
  const row = await part('group', 'Protocol 1');
  for (const label of ['Where to apply', 'Duration', 'Frequency'])
    fireEvent.change(row.getByLabelText(label), { target: { value: label } });
  const files = ['left_arm.jpg', 'right-arm.png', 'notes.txt'].map(
    (name) => new File(['x'], name, { type: name.endsWith('txt') ? 'text/plain' : 'image/png' }),
  );
  fireEvent.change(screen.getByTestId('photos'), { target: { files } });
  await see('Not added', /^notes\.txt: /);
  const titles = screen.getAllByLabelText<HTMLInputElement>('Title').map(({ value }) => value);
  expect(titles).toEqual(['left arm', 'right arm']);
  await click('Save');
  for (const at of [0, 1]) {
    await waitFor(() => expect(uploads).toHaveLength(at + 1));
    uploads[at]?.answer(201, image());
  }
  await see('Disease added');
  await waitFor(() => expect(place()).toBe(`/app?disease=${made.id}&sort=updatedAt`));
  expect(bodies(requests)).toMatchObject([{ nameEn: 'Asthma' }, { diseaseId: made.id, ...texts }]);
  expect(bodies(requests, 'PUT')).toMatchObject([[{ color: 'red', duration: 'Duration' }]]);
  expect(uploads.map(({ form }) => form.get('title'))).toEqual(['left arm', 'right arm']);
});

it('a save after a failure changes the same disease, also after a reload', async () => {
  let isDown = true;
  const answer = () => (isDown ? problemReply(500, 'INTERNAL') : json(itsTreatment));
  const { requests, unmount } = await open({ 'POST /api/treatments': answer });
  await user.selectOptions(await field('Category'), 'Respiratory');
  await fill('Description (English)', texts.descriptionEn);
  await click('Save');
  await see('Failed to create treatment', /^“Asthma” is saved, but not everything else/);
  isDown = false;
  unmount();
  await renderApp(<DiseaseFormPage />, { path: '/app/add-disease' });
  await click('Save');
  await see('Disease added');
  expect(
    requests.filter(({ method, path }) => method === 'POST' && path === '/api/diseases'),
  ).toHaveLength(1);
});
