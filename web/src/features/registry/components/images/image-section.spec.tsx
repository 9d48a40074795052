import { beforeEach, describe, expect, it } from 'vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { TreatmentWithImages } from '@ctdb/contracts';
import { ImageSection } from '@/features/registry/components/images/image-section';
import { mockApi, json, problemReply } from '@/testing/mock-api';
import { fakeUploads, type FakeUpload } from '@/testing/fake-upload';
import { treatment } from '@/testing/registry';
import { renderApp, user } from '@/testing/render';

const id = (digit: string) => digit.repeat(24);
const picture = (digit: string, title: string, description = '') => ({
  id: id(digit),
  treatmentId: id('b'),
  type: 'treatment_area' as const,
  filename: `${digit.repeat(8)}-0000-4000-8000-000000000000.png`,
  title,
  titleKn: '',
  description,
  descriptionKn: '',
  isSample: false,
  width: 1600,
  height: 900,
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
  version: 3,
});
const forearm = picture('1', 'Forearm', 'Before the treatment');

let uploads: FakeUpload[];
const open = async (
  shown?: TreatmentWithImages,
  {
    role = 'admin',
    more = {} as Parameters<typeof mockApi>[0],
    language = 'en' as 'en' | 'kn',
  } = {},
) => {
  const requests = mockApi({
    'GET /api/session': () => json({ role, capabilities: ['read'] }),
    'GET /api/config': () => json({ productName: { en: 'X', kn: 'ಕ' } }),
    ...more,
  });
  await renderApp(<ImageSection diseaseId={id('a')} treatment={shown} />, { language });
  return requests;
};

const openUpload = async () => {
  await user.click(await screen.findByRole('button', { name: 'Upload image' }));
  return within(await screen.findByRole('dialog', { name: 'Upload image' }));
};
type Dialog = Awaited<ReturnType<typeof openUpload>>;
const file = (size = 2_097_152, type = 'image/png') =>
  new File([new Uint8Array(size)], 'arm.png', { type });
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
const sent = async () => {
  await waitFor(() => expect(uploads).toHaveLength(1));
  return uploads[0] as FakeUpload;
};

beforeEach(() => {
  sessionStorage.clear();
  uploads = fakeUploads();
});

describe('an upload', () => {
  it('sends the fields before the file, says how far it is, and closes when it is ready', async () => {
    localStorage.setItem('adminToken', 'secret');
    await open(treatment({ images: [forearm] }));
    const dialog = await startUpload();
    const request = await sent();
    expect([request.method, request.path]).toEqual(['POST', '/api/treatments/images']);
    expect(request.headers['Authorization']).toBe('Bearer secret');
    expect([...request.form.keys()]).toEqual([
      'treatmentId',
      'type',
      'title',
      'titleKn',
      'description',
      'descriptionKn',
      'image',
    ]);
    expect(request.form.get('type')).toBe('treatment_area');
    request.sent(1_048_576, 2_097_152);
    expect(await dialog.findByText('Sending: 1 MB of 2 MB')).toBeTruthy();
    expect(dialog.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
    expect(dialog.getByRole('button', { name: 'Cancel upload' })).toBeTruthy();
    request.sent(2_097_152, 2_097_152);
    // The upload is complete: a cancel would only abort the reply.
    expect(dialog.queryByRole('button', { name: 'Cancel upload' })).toBeNull();
    expect(await dialog.findByText(/^Uploaded\. Processing/)).toBeTruthy();
    request.answer(201, picture('2', 'Knee'));
    expect(await screen.findByText('Image uploaded')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sessionStorage.getItem(`draft:image:new:${id('a')}`)).toBeNull();
  });

  it.each([
    ['IMAGE_TOO_LARGE', 413, { maxBytes: 10_485_760 }, /larger than 10 MB/],
    ['IMAGE_TOO_MANY_PIXELS', 413, { maxMegapixels: 40 }, /more than 40 megapixels/],
    ['IMAGE_NOT_SUPPORTED', 415, {}, /JPEG, PNG or WebP and try/],
    ['FILE_REQUIRED', 400, {}, /No file was received/],
  ])('says what to do about %s and keeps what was typed', async (code, status, params, words) => {
    await open(treatment({}));
    const dialog = await startUpload();
    (await sent()).answer(status, { code, status, params, message: code });
    expect((await dialog.findByRole('alert')).textContent).toMatch(words);
    expect(await screen.findByText('Failed to upload image')).toBeTruthy();
    expect(title(dialog).value).toBe('Knee');
  });

  it('that breaks off says so', async () => {
    await open(treatment({}));
    await startUpload();
    (await sent()).breakOff();
    expect(await screen.findByText('Upload failed')).toBeTruthy();
  });

  it('can be cancelled', async () => {
    await open(treatment({}));
    const dialog = await startUpload();
    const request = await sent();
    await user.click(await dialog.findByRole('button', { name: 'Cancel upload' }));
    expect(request.aborted).toBe(true);
    await waitFor(() => expect(submit(dialog).disabled).toBe(false));
    expect(title(dialog).value).toBe('Knee');
  });

  it.each([
    [file(10_485_761), /larger than 10 MB/],
    [file(10, 'application/pdf'), /can't be read as an image/],
    [file(10, 'image/gif'), /may not be supported/],
  ])('validates the file before the upload (%#)', async (chosen, words) => {
    await open(treatment({}));
    const dialog = await openUpload();
    choose(dialog, chosen);
    expect(await dialog.findByText(words)).toBeTruthy();
  });

  it('creates the treatment first if there is none', async () => {
    const requests = await open(undefined, {
      more: { 'POST /api/treatments': () => json({ id: id('c') }, { status: 201 }) },
    });
    await startUpload();
    expect((await sent()).form.get('treatmentId')).toBe(id('c'));
    expect(requests.find(({ path }) => path === '/api/treatments')?.body).toEqual({
      diseaseId: id('a'),
    });
  });

  it('sends nothing if the treatment cannot be created', async () => {
    await open(undefined, {
      more: { 'POST /api/treatments': () => problemReply(500, 'INTERNAL_ERROR') },
    });
    await startUpload();
    expect(await screen.findByText('Error creating treatment')).toBeTruthy();
    expect(uploads).toEqual([]);
  });
});

describe('the images', () => {
  const act = async (action: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions: Forearm' }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
  };

  it('show that they are unavailable, and offer no upload', async () => {
    await open(treatment({ imagesUnavailable: true }));
    expect(await screen.findByText(/^Images can't be shown right now/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Upload image' })).toBeNull();
  });

  it('are called by their Kannada texts, and samples are marked', async () => {
    const sample = { ...forearm, titleKn: 'ಮುಂಗೈ', isSample: true };
    await open(treatment({ images: [sample] }), { language: 'kn' });
    expect(await screen.findByText('ಮುಂಗೈ')).toBeTruthy();
    const picture = screen.getByRole('img', { name: 'ಮುಂಗೈ: Before the treatment' });
    expect(picture).toBeTruthy();
    expect(screen.getByText('ಮಾದರಿ')).toBeTruthy();
  });

  it('are edited; who was second chooses which text to keep', async () => {
    const path = `/api/treatments/images/${forearm.id}`;
    const current = { ...forearm, version: 4, title: 'Left forearm', titleKn: 'ಎಡ ಮುಂಗೈ' };
    const requests = await open(treatment({ images: [forearm] }), {
      more: {
        [`PUT ${path}`]: ({ headers }) =>
          headers.get('If-Match') === '"4"'
            ? json(current)
            : problemReply(412, 'VERSION_CONFLICT', { current }),
      },
    });
    await act('Edit');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit image' }));
    typeTitle(dialog, 'Arm');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/Left forearm/)).toBeTruthy();
    expect(dialog.getByText('ಎಡ ಮುಂಗೈ')).toBeTruthy();
    expect(await screen.findByText('Error updating image')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Keep mine' }));
    expect(await screen.findByText('Image updated successfully')).toBeTruthy();
    expect(requests.at(-1)?.body ?? requests.at(-2)?.body).toEqual({
      type: 'treatment_area',
      title: 'Arm',
      titleKn: '',
      description: 'Before the treatment',
      descriptionKn: '',
    });
  });

  it('are restored from their backup; the run is polled to its end', async () => {
    let asked = 0;
    await open(treatment({ images: [forearm] }), {
      more: {
        'POST /api/backup/restore': () => json({ id: id('e'), alreadyRunning: false }),
        [`GET /api/backup/${id('e')}`]: () =>
          json({ id: id('e'), status: ++asked < 2 ? 'running' : 'completed', failures: [] }),
      },
    });
    await act('Restore from backup');
    expect(
      await screen.findByText('Image restored from its backup', {}, { timeout: 4_000 }),
    ).toBeTruthy();
    expect(asked).toBe(2);
  });
});
