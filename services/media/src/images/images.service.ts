import { createHash } from 'node:crypto';
import {
  commandFingerprint,
  purgeAt,
  purgeCutoff,
  requireVersion,
  toContract,
  toObjectId,
  type MessageContext,
} from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import {
  deletedImage,
  deleteImage,
  DomainError,
  type Requests,
  restoreImage,
  updateImage,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { CatalogClient } from './catalog-client.js';
import { imageEvent, type ImageRecord, type ImageVersion, toImage } from './image.record.js';
import { ImagesRepository } from './images.repository.js';

const notFound = (kind: 'image' | 'trashEntry' = 'image') => new DomainError('NOT_FOUND', { kind });

/** Throws unless the image is visible and has the expected version. */
const requireVisible = (image: ImageRecord | null, ifMatch: number | undefined): ImageRecord => {
  if (image?.state !== 'ready' || !image.filename || image.deletedAt) throw notFound();
  requireVersion(image, ifMatch, toImage);
  return image;
};

const groupByTreatment = <R extends ImageVersion>(images: readonly R[]): Map<string, R[]> =>
  Map.groupBy(images, ({ treatmentId }) => treatmentId.toHexString());

/** Every change of what people see changes the version, or whether the image is shown. */
const createEtag = (images: readonly ImageVersion[]): string => {
  const versions = images.map(({ _id, version, state, deletedAt }) =>
    [_id.toHexString(), version, state, deletedAt?.getTime()].join(),
  );
  return createHash('sha256').update(versions.sort().join(';')).digest('base64url').slice(0, 16);
};

/** The rules of images. */
@Injectable()
export class ImagesService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly store: ObjectStore,
    private readonly catalog: CatalogClient,
  ) {}

  async list({ treatmentIds }: Requests['listImages']) {
    const ids = treatmentIds.map(toObjectId);
    // Read first, so that it is never newer than the images.
    const etag = createEtag(await this.images.findVersions(ids));
    const found = groupByTreatment(await this.images.findByTreatments(ids));
    const images = treatmentIds.flatMap((id) => found.get(id) ?? []);
    return { etag, images: images.map(toImage) };
  }

  async etags({ treatmentIds }: Requests['getImageEtags']) {
    const found = groupByTreatment(await this.images.findVersions(treatmentIds.map(toObjectId)));
    return { etags: treatmentIds.map((id) => createEtag(found.get(id) ?? [])) };
  }

  /** Without a reader, which is how catalog asks for its free sample, only drawn images are found. */
  async locate({ filename, size }: Requests['getImageUrl'], { subject }: MessageContext) {
    const image = await this.images.findByFilename(filename);
    const file = image?.files?.[size];
    if (!file || (subject.role === 'anonymous' && !image.isSample)) throw notFound();
    return {
      getUrl: await this.store.presignGet(file.key),
      // Changes with every byte of the content.
      etag: `"${file.sha256.slice(0, 32)}"`,
      contentType: file.contentType,
      size: file.bytes,
    };
  }

  async update(request: Requests['updateImage'], context: MessageContext) {
    const { id, ifMatch, type, title, ...texts } = request;
    const command = commandFingerprint(context, updateImage.name, request);
    const changed = await this.images.change(toObjectId(id), command, (found) => {
      const before = { titleKn: '', descriptionKn: '', ...requireVisible(found, ifMatch) };
      const set = {
        type,
        title,
        titleKn: texts.titleKn ?? before.titleKn,
        description: texts.description ?? before.description,
        descriptionKn: texts.descriptionKn ?? before.descriptionKn,
      };
      const event = imageEvent('updated', { ...before, ...set }, before);
      return { set: { ...set, isSample: false, updatedAt: new Date() }, event };
    });
    return toImage(changed);
  }

  async delete(request: Requests['deleteImage'], context: MessageContext): Promise<void> {
    const { id, ifMatch } = request;
    const command = commandFingerprint(context, deleteImage.name, request);
    await this.images.change(toObjectId(id), command, (found) => ({
      set: { deletedAt: new Date(), deletedWith: 'image' },
      event: imageEvent('deleted', requireVisible(found, ifMatch)),
    }));
  }

  async restore(request: Requests['restoreImage'], context: MessageContext): Promise<void> {
    const command = commandFingerprint(context, restoreImage.name, request);
    await this.images.change(toObjectId(request.id), command, async (before) => {
      if (before?.state !== 'ready' || before.purgedAt) throw notFound('trashEntry');
      if (!before.deletedAt) return null;
      // An image that was deleted with its disease is restored with it.
      if (before.deletedWith !== 'image' || before.deletedAt <= purgeCutoff(new Date()))
        throw notFound('trashEntry');
      if (!(await this.catalog.findTreatment(before.treatmentId.toHexString())))
        throw notFound('trashEntry');
      const event = imageEvent('restored', before);
      return { set: { deletedAt: null, deletedWith: null }, event };
    });
  }

  async listDeleted() {
    const records = await this.images.findDeletedAlone(purgeCutoff(new Date()));
    return records.map((each) =>
      toContract(deletedImage, { ...each, purgeAt: each.deletedAt && purgeAt(each.deletedAt) }),
    );
  }
}
