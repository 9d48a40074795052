import { hash } from 'node:crypto';
import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toObjectId } from '@ctdb/chassis';
import { ObjectNotFoundError, ObjectStore } from '@ctdb/chassis/storage';
import { IMAGE_MANIFEST, type ManifestImage, type NamedTreatment } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { ZipFile } from 'yazl';
import { CatalogClient } from '../images/catalog-client.js';
import { toImage, type ImageRecord } from '../images/image.record.js';
import { ImagesRepository } from '../images/images.repository.js';

/** Writes all images of treatments that are not in the trash as a ZIP file with a manifest. */
@Injectable()
export class ImageExportService {
  constructor(
    private readonly catalog: CatalogClient,
    private readonly images: ImagesRepository,
    private readonly store: ObjectStore,
  ) {}

  /** Returns how many images it has written, and the names of those whose bytes are missing or damaged. */
  async run(target: Writable) {
    const zip = new ZipFile();
    const written = pipeline(zip.outputStream, target);
    // A target that fails ends the next wait.
    written.catch(() => undefined);
    const manifest: ManifestImage[] = [];
    const leftOut: string[] = [];
    for await (const treatments of this.catalog.namedTreatments())
      for await (const { treatment, record, order } of this.findImages(treatments)) {
        const bytes = await this.readMaster(record);
        if (!bytes) {
          leftOut.push(record.filename ?? record._id.toHexString());
          continue;
        }
        const image = toManifestImage(treatment, record, order, bytes);
        // One at a time in memory.
        await Promise.race([addEntry(zip, image.file, bytes), written]);
        manifest.push(image);
      }
    const text = JSON.stringify({ format: 'colour-therapy-images', version: 1, images: manifest });
    zip.addBuffer(Buffer.from(text), IMAGE_MANIFEST);
    zip.end();
    await written;
    return { images: manifest.length, leftOut };
  }

  private async *findImages(treatments: readonly NamedTreatment[]) {
    const records = await this.images.findByTreatments(treatments.map(({ id }) => toObjectId(id)));
    const byTreatment = Map.groupBy(records, ({ treatmentId }) => treatmentId.toHexString());
    for (const treatment of treatments)
      for (const [index, record] of (byTreatment.get(treatment.id) ?? []).entries())
        yield { treatment, record, order: index + 1 };
  }

  /** The master, if it is there and as it was written. */
  private async readMaster({ files }: ImageRecord): Promise<Buffer | undefined> {
    if (!files) return undefined;
    const { key, sha256 } = files.master;
    try {
      const bytes = await this.store.read(key);
      return hash('sha256', bytes) === sha256 ? bytes : undefined;
    } catch (error) {
      if (error instanceof ObjectNotFoundError) return undefined;
      throw error;
    }
  }
}

/** Adds an entry; resolves when its bytes are read. */
const addEntry = (zip: ZipFile, name: string, bytes: Buffer): Promise<unknown> => {
  let stream: Readable | undefined = Readable.from([bytes]);
  const end = once(stream, 'end');
  // Images are compressed already.
  zip.addReadStreamLazy(name, { compress: false, size: bytes.length }, (start) => {
    if (stream) start(null, stream);
    // The archive keeps this function until all entries are written.
    stream = undefined;
  });
  return end;
};

const toManifestImage = (
  { id: treatmentId, diseaseId, nameEn, nameKn, codes }: NamedTreatment,
  record: ImageRecord,
  order: number,
  bytes: Buffer,
): ManifestImage => {
  const { filename, type, title, titleKn, description, descriptionKn } = toImage(record);
  return {
    file: `images/${filename}`,
    sha256: hash('sha256', bytes),
    bytes: bytes.length,
    disease: { id: diseaseId, nameEn, nameKn, codes },
    treatmentId,
    order,
    ...{ type, title, titleKn, description, descriptionKn },
  };
};
