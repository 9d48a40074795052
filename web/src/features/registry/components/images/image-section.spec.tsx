import { beforeEach, expect, it } from 'vitest';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { TreatmentWithImages } from '@ctdb/contracts';
import { ImageSection } from '@/features/registry/components/images/image-section';
import type { Language } from '@/lib/language';
import { adminApi, bodies, button, click, json, part, problemReply, renderPage } from '@/testing';
import { type Replies, see, seeIn, user } from '@/testing';
import { fakeUploads, type FakeUpload } from '@/testing/fake-upload';
import { image, treatment } from '@/testing/registry';

const id = (digit: string) => digit.repeat(24);
const picture = (digit: string, title: string, description = '') =>
  image({ id: id(digit), title, description, version: 3 });
const forearm = picture('1', 'Forearm', 'Before the treatment');

let uploads: FakeUpload[];
const open = async (shown?: TreatmentWithImages, more: Replies = {}, language: Language = 'en') => {
  const answers = { ...adminApi, ...more };
  return renderPage(answers, <ImageSection diseaseId={id('a')} treatment={shown} />, { language });
};

const openUpload = async () => {
  await click('Upload image');
  return part('dialog', 'Upload image');
};
type Dialog = Awaited<ReturnType<typeof openUpload>>;
const file = (size = 2_097_152, type = 'image/png') =>
  Object.defineProperty(new File(['arm'], 'arm.png', { type }), 'size', { value: size });
const choose = (dialog: Dialog, chosen: File) =>
  fireEvent.change(dialog.getByTestId('image-file'), { target: { files: [chosen] } });
const title = (dialog: Dialog) => dialog.getByLabelText<HTMLInputElement>('Title');
const typeTitle = (dialog: Dialog, text: string) =>
  fireEvent.input(title(dialog), { target: { value: text } });
const submit = (dialog: Dialog) =>
  dialog.getByRole<HTMLButtonElement>('button', { name: 'Upload' });
const startUpload = async () => {
  const dialog = await openUpload();
  choose(dialog, file());
  typeTitle(dialog, 'Knee');
  await user.click(submit(dialog));
  return dialog;
};
const sent = async (number = 1) => {
  await waitFor(() => expect(uploads).toHaveLength(number));
  return uploads[number - 1] as FakeUpload;
};

beforeEach(() => {
  uploads = fakeUploads();
});

it('an upload sends the fields before the file, says how far it is, and closes when it is ready', async () => {
  localStorage.setItem('adminToken', 'secret');
  await open(treatment({ images: [forearm] }));
  const dialog = await startUpload();
  const request = await sent();
  expect([request.method, request.path]).toEqual(['POST', '/api/treatments/images']);
  expect(request.headers['Authorization']).toBe('Bearer secret');
  expect([...request.form.keys()].join(' ')).toBe(
    'treatmentId type title titleKn description descriptionKn image',
  );
  expect(request.form.get('type')).toBe('treatment_area');
  request.sent(1_048_576, 2_097_152);
  await seeIn(dialog, 'Sending: 1 MB of 2 MB');
  expect(dialog.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
  expect(dialog.getByRole('button', { name: 'Cancel upload' })).toBeTruthy();
  request.sent(2_097_152, 2_097_152);
  // The upload is complete: a cancel would only abort the reply.
  expect(dialog.queryByRole('button', { name: 'Cancel upload' })).toBeNull();
  await seeIn(dialog, /^Uploaded\. Processing/);
  request.answer(201, picture('2', 'Knee'));
  await see('Image uploaded');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sessionStorage.getItem(`draft:image:new:${id('a')}`)).toBeNull();
});

it('an upload that is refused, breaks off or is cancelled says so, and keeps what was typed', async () => {
  await open(treatment({}));
  const dialog = await startUpload();
  const refuse = (status: number, code: string, params: object = {}) =>
    uploads.at(-1)?.answer(status, { code, status, params, message: code });
  await sent();
  refuse(413, 'IMAGE_TOO_LARGE', { maxBytes: 10_485_760 });
  await seeIn(await part('alert'), /larger than 10 MB/);
  await see('Failed to upload image');
  await user.click(submit(dialog));
  await sent(2);
  refuse(413, 'IMAGE_TOO_MANY_PIXELS', { maxMegapixels: 40 });
  await seeIn(await part('alert'), /more than 40 megapixels/);
  await user.click(submit(dialog));
  (await sent(3)).breakOff();
  await see('Upload failed');
  await user.click(submit(dialog));
  const request = await sent(4);
  await user.click(await dialog.findByRole('button', { name: 'Cancel upload' }));
  expect(request.aborted).toBe(true);
  await waitFor(() => expect(submit(dialog).disabled).toBe(false));
  expect(title(dialog).value).toBe('Knee');
});

it('an upload validates the file before the upload', async () => {
  await open(treatment({}));
  const dialog = await openUpload();
  choose(dialog, file(10_485_761));
  await seeIn(dialog, /larger than 10 MB/);
  choose(dialog, file(10, 'application/pdf'));
  await seeIn(dialog, /can't be read as an image/);
  choose(dialog, file(10, 'image/gif'));
  await seeIn(dialog, /may not be supported/);
});

it('an upload begins with a file that is dropped on the images', async () => {
  await open(treatment());
  await button('Upload image');
  const section = screen.getByRole('region', { name: 'Images' });
  const dataTransfer = { types: ['Files'], files: [file()] };
  fireEvent.dragOver(section, { dataTransfer });
  expect(await screen.findByRole('region', { name: 'Drop the image here' })).toBe(section);
  fireEvent.drop(section, { dataTransfer });
  const dialog = await part('dialog', 'Upload image');
  await seeIn(dialog, /^arm\.png/);
  expect(submit(dialog).disabled).toBe(false);
});

it('an upload sends nothing if the treatment cannot be created', async () => {
  await open(undefined, { 'POST /api/treatments': () => problemReply(500, 'INTERNAL_ERROR') });
  await startUpload();
  await see('Error creating treatment');
  expect(uploads).toEqual([]);
});

it('the images show that they are unavailable, and offer no upload', async () => {
  await open(treatment({ imagesUnavailable: true }));
  await see(/^Images can't be shown right now/);
  expect(screen.queryByRole('button', { name: 'Upload image' })).toBeNull();
});

it('the images are called by their Kannada texts, and samples are marked', async () => {
  const sample = { ...forearm, titleKn: 'ಮುಂಗೈ', isSample: true };
  await open(treatment({ images: [sample] }), {}, 'kn');
  await see('ಮುಂಗೈ', 'ಮಾದರಿ');
  expect(screen.getByRole('img', { name: 'ಮುಂಗೈ: Before the treatment' })).toBeTruthy();
});

it('the images are edited; who was second chooses which text to keep', async () => {
  const path = `/api/treatments/images/${forearm.id}`;
  const current = { ...forearm, version: 4, title: 'Left forearm', titleKn: 'ಎಡ ಮುಂಗೈ' };
  const requests = await open(treatment({ images: [forearm] }), {
    [`PUT ${path}`]: ({ headers }) =>
      headers.get('If-Match') === '"4"'
        ? json(current)
        : problemReply(412, 'VERSION_CONFLICT', { current }),
  });
  await click('Actions: Forearm');
  await click('Edit', 'menuitem');
  const dialog = await part('dialog', 'Edit image');
  typeTitle(dialog, 'Arm');
  await user.selectOptions(dialog.getByRole('combobox'), 'disease_photo');
  await click('Save');
  await seeIn(dialog, /Left forearm/, 'ಎಡ ಮುಂಗೈ');
  await see('Error updating image');
  await click('Keep mine');
  await see('Image updated successfully');
  const { titleKn, description, descriptionKn } = forearm;
  const mine = { type: 'disease_photo', title: 'Arm', titleKn, description, descriptionKn };
  expect(bodies(requests, 'PUT')).toEqual([mine, mine]);
});
