import { hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { eventSpy } from '@ctdb/chassis/testing';
import { imageEvents, listImages, updateImage, type ManifestImage } from '@ctdb/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { CatalogClient } from '../src/images/catalog-client.js';
import { ImagesRepository } from '../src/images/images.repository.js';
import { ArchiveError } from '../src/transfer/image-archive.js';
import { ImageExportService } from '../src/transfer/image-export.service.js';
import { ImageImportService, type ImportedImage } from '../src/transfer/image-import.service.js';
import { UploadsRepository } from '../src/uploads/uploads.repository.js';
import { UploadsService } from '../src/uploads/uploads.service.js';
import { testMedia } from './support/media.js';
import { corners, photograph } from './support/pictures.js';
import { allBackedUp } from './support/kept.js';

const media = testMedia();
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'images-'));
});
afterAll(() => rm(folder, { recursive: true }));

const pathOf = (name: string): string => join(folder, name);
const exportTo = (name: string) => {
  const { service, store } = media;
  const parts = [service.get(CatalogClient), service.get(ImagesRepository), store] as const;
  return new ImageExportService(...parts).run(createWriteStream(pathOf(name)));
};
const importFrom = async (name: string, isDryRun = false) => {
  const { service, store } = media;
  const importer = new ImageImportService(
    service.get(CatalogClient),
    service.get(ImagesRepository),
    service.get(UploadsRepository),
    service.get(UploadsService),
    store,
  );
  const images: ImportedImage[] = [];
  await importer.run(pathOf(name), { isDryRun, onImage: (image) => images.push(image) });
  return images;
};
const outcomes = (images: ImportedImage[]) => images.map(({ outcome }) => outcome);
const visible = async (treatmentId: string) =>
  (await media.call(listImages, { treatmentIds: [treatmentId] })).images;

it('images leave as an archive and come in again with their texts and order, once', async () => {
  const { id: treatmentId } = media.catalog.add();
  const texts = { titleKn: 'ಎದೆ', description: 'Front', descriptionKn: 'ಮುಂದೆ' };
  for (const [index, bytes] of [await photograph(60, 40), await corners()].entries()) {
    const { id } = await media.upload(bytes, treatmentId);
    await media.call(updateImage, { id, title: `No. ${index}`, type: 'disease_photo', ...texts });
  }
  const before = await visible(treatmentId);
  expect(await exportTo('all.zip')).toEqual({ images: 2, leftOut: [] });
  expect(outcomes(await importFrom('all.zip'))).toEqual(['unchanged', 'unchanged']);

  // As in another installation, where the treatment has another id and no images.
  const { id } = media.catalog.rename(treatmentId);
  expect(outcomes(await importFrom('all.zip', true))).toEqual(['created', 'created']);
  expect(await visible(id)).toEqual([]);
  const spy = await eventSpy(media.env, imageEvents.uploaded);
  expect(outcomes(await importFrom('all.zip'))).toEqual(['created', 'created']);
  const shown = ({
    title,
    titleKn,
    description,
    descriptionKn,
    type,
    width,
  }: (typeof before)[0]) => ({
    ...{ title, titleKn, description, descriptionKn, type, width },
  });
  expect((await visible(id)).map(shown)).toEqual(before.map(shown));
  await spy.waitFor(imageEvents.uploaded, ({ payload }) => payload.title === 'No. 1');
  await allBackedUp(media);
  // Re-encoded, and the same by what was uploaded.
  expect(outcomes(await importFrom('all.zip'))).toEqual(['unchanged', 'unchanged']);
  await media.images.updateMany({}, { $set: { deletedAt: new Date(), deletedWith: 'image' } });
  expect(outcomes(await importFrom('all.zip'))).toEqual(['created', 'created']);
});

it('images of a hostile archive are refused one by one, each with its entry and reason', async () => {
  const { id: treatmentId } = media.catalog.add();
  const zip = new ZipFile();
  const images: object[] = [];
  const picture = await corners();
  const add = (
    file: string,
    bytes = picture,
    more: Partial<ManifestImage> = {},
    mode = 0o100644,
  ) => {
    zip.addBuffer(bytes, file, { mode });
    const disease = { nameEn: 'Unknown', nameKn: 'ಗೊತ್ತಿಲ್ಲ', codes: [] };
    const sums = { sha256: hash('sha256', bytes), bytes: bytes.length };
    images.push({ file, ...sums, disease, treatmentId, order: 1, title: file, ...more });
  };
  add('good.png');
  add('changed.png', picture, { sha256: '0'.repeat(64) });
  add('longer.png', picture, { bytes: 1 });
  add('link.png', Buffer.from('/etc/passwd'), {}, 0o120777);
  add('bomb.png', Buffer.alloc(10_485_761));
  add('text.png', Buffer.from('no picture'));
  add('other.png', picture, { treatmentId: 'f'.repeat(24) });
  add('blank.png', picture, { title: ' \u200b' });
  add('twice.png');
  zip.addBuffer(picture, 'twice.png');
  const nameless = { file: { toString: null } };
  images.push(images[0] as object, { ...images[0], file: 'missing.png' }, nameless);
  zip.addBuffer(picture, 'unlisted.png');
  const manifest = { format: 'colour-therapy-images', version: 1, images };
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(pathOf('hostile.zip')));

  const found = await importFrom('hostile.zip');
  const reasons = Object.fromEntries(
    found.map(({ file, outcome, reason = outcome }) => [file, reason]),
  );
  expect(found).toHaveLength(images.length + 1);
  expect(
    found
      .filter(({ file }) => file === 'good.png')
      .map(({ outcome }) => outcome)
      .sort(),
  ).toEqual(['created', 'refused']);
  expect(reasons).toMatchObject({
    'changed.png': 'CHECKSUM',
    'longer.png': 'SIZE',
    'link.png': 'LINK',
    'bomb.png': 'TOO_LARGE',
    'text.png': 'IMAGE_NOT_SUPPORTED',
    'other.png': 'treatmentNotFound',
    'blank.png': 'title REQUIRED',
    'twice.png': 'REPEATED',
    'missing.png': 'MISSING',
    '': 'file WRONG_TYPE',
    'unlisted.png': 'NOT_LISTED',
  });
  expect(await visible(treatmentId)).toHaveLength(1);
});

it('an archive with an entry outside of it is not read', async () => {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('x'), 'aaa/passwd');
  zip.end();
  const bytes = (await buffer(zip.outputStream)).toString('latin1');
  await writeFile(pathOf('names.zip'), bytes.replaceAll('aaa/', '../.'), 'latin1');
  await expect(importFrom('names.zip')).rejects.toThrow(ArchiveError);
});
