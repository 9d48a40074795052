import { hash } from 'node:crypto';
import { backgroundContext, toObjectId } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import {
  DomainError,
  fold,
  manifestImage,
  MAX_IMAGE_BYTES,
  toFieldErrors,
  type ManifestImage,
  type NamedTreatment,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import pMap from 'p-map';
import { CatalogClient } from '../images/catalog-client.js';
import { ImagesRepository } from '../images/images.repository.js';
import { stagingKey } from '../storage/bucket.js';
import { rejectionCode } from '../pictures/rejection.js';
import { UploadsRepository } from '../uploads/uploads.repository.js';
import { UploadsService } from '../uploads/uploads.service.js';
import { EntryError, ImageArchive } from './image-archive.js';

/** Describes what became of an image of the archive: `reason` is a code, or a field with its code. */
export interface ImportedImage {
  file: string;
  outcome: 'created' | 'unchanged' | 'treatmentNotFound' | 'refused';
  reason?: string;
}

/** As many as the worker takes at once. */
const CONCURRENCY = 3;
/** Uploads of users go first. */
const IMAGE_TIMEOUT_MS = 120_000;

const refused = (file: string, reason: string): ImportedImage => ({
  file,
  outcome: 'refused',
  reason,
});

type Disease = ManifestImage['disease'];

const nameKey = ({ nameEn, nameKn }: Disease): string => `${fold(nameEn)}\n${fold(nameKn)}`;
const codeKey = ({ codes }: Disease): string =>
  codes
    .map(({ system, code }) => `${system} ${code}`)
    .sort()
    .join();

/**
 * Finds the treatment of this installation that a manifest means: by id, else by both names of the disease, of
 * several by its codes as well.
 */
const treatmentFinder = (treatments: readonly NamedTreatment[]) => {
  const byId = new Map(treatments.map((each) => [each.id, each]));
  const byName = Map.groupBy(treatments, nameKey);
  return ({ treatmentId = '', disease }: ManifestImage): NamedTreatment | undefined => {
    const known = byId.get(treatmentId);
    if (known) return known;
    const named = byName.get(nameKey(disease)) ?? [];
    if (named.length <= 1) return named[0];
    const coded = named.filter((each) => codeKey(each) === codeKey(disease));
    return coded.length === 1 ? coded[0] : undefined;
  };
};

/** Takes the images of an archive in as uploads. An import that was stopped is repeated as a whole. */
@Injectable()
export class ImageImportService {
  constructor(
    private readonly catalog: CatalogClient,
    private readonly images: ImagesRepository,
    private readonly records: UploadsRepository,
    private readonly uploads: UploadsService,
    private readonly store: ObjectStore,
  ) {}

  /** With `isDryRun` it checks the archive and changes nothing; `created` are the images that would be. */
  async run(
    path: string,
    { isDryRun, onImage }: { isDryRun: boolean; onImage: (image: ImportedImage) => void },
  ): Promise<void> {
    const archive = await ImageArchive.open(path);
    try {
      const listed = await archive.readImages();
      const treatments: NamedTreatment[] = [];
      for await (const part of this.catalog.namedTreatments()) treatments.push(...part);
      const findTreatment = treatmentFinder(treatments);
      const found: { image: ManifestImage; treatmentId: string }[] = [];
      const files = new Set<string>();
      for (const row of listed) {
        const { data: image, error } = manifestImage.safeParse(row, { reportInput: true });
        const { file: name } = (row ?? {}) as { file?: unknown };
        const file = typeof name === 'string' ? name : '';
        const treatment = image && findTreatment(image);
        if (files.has(file)) onImage(refused(file, 'REPEATED'));
        else if (error) onImage(refused(file, describe(toFieldErrors(error)[0])));
        else if (!treatment) onImage({ file, outcome: 'treatmentNotFound' });
        else if (image) found.push({ image, treatmentId: treatment.id });
        files.add(file);
      }
      for (const file of archive.files) if (!files.has(file)) onImage(refused(file, 'NOT_LISTED'));
      const groups = Map.groupBy(found, ({ treatmentId }) => treatmentId);
      await pMap(
        groups,
        async ([treatmentId, rows]) => {
          const images = rows.map(({ image }) => image).sort((a, b) => a.order - b.order);
          const known = await this.findChecksums(treatmentId);
          // One after the other: a treatment shows its oldest image first.
          for (const image of images)
            onImage(await this.importImage(archive, treatmentId, image, known, isDryRun));
        },
        { concurrency: CONCURRENCY },
      );
    } finally {
      archive.close();
    }
  }

  /** Checksums of the images of a treatment, as they are stored and as they were uploaded. */
  private async findChecksums(treatmentId: string): Promise<Set<string>> {
    const records = await this.images.findByTreatments([toObjectId(treatmentId)]);
    const all = records.flatMap(({ files, uploadSha256 }) => [files?.master.sha256, uploadSha256]);
    return new Set(all.filter((each) => each !== undefined));
  }

  private async importImage(
    archive: ImageArchive,
    treatmentId: string,
    image: ManifestImage,
    known: Set<string>,
    isDryRun: boolean,
  ): Promise<ImportedImage> {
    const { file, sha256 } = image;
    try {
      const bytes = await archive.read(file, MAX_IMAGE_BYTES);
      if (bytes.length !== image.bytes) return refused(file, 'SIZE');
      if (hash('sha256', bytes) !== sha256) return refused(file, 'CHECKSUM');
      if (known.has(sha256)) return { file, outcome: 'unchanged' };
      if (!isDryRun) await this.upload(treatmentId, image, bytes);
      known.add(sha256);
      return { file, outcome: 'created' };
    } catch (error) {
      if (error instanceof EntryError) return refused(file, error.code);
      const code = rejectionCode(error);
      if (code) return refused(file, code);
      // It was deleted meanwhile.
      if (error instanceof DomainError && error.code === 'NOT_FOUND')
        return { file, outcome: 'treatmentNotFound' };
      throw error;
    }
  }

  /** The same image of a treatment is the same upload, unless that is in the trash now. */
  private async upload(treatmentId: string, image: ManifestImage, bytes: Buffer): Promise<void> {
    const { type, title, titleKn, description, descriptionKn, sha256 } = image;
    const fields = { treatmentId, type, title, titleKn, description, descriptionKn };
    for (let copy = 1; ; copy += 1) {
      const commandId = `import/${treatmentId}/${sha256}/${copy}`;
      const { uploadId } = await this.uploads.begin(fields, backgroundContext({ commandId }));
      const record = await this.records.byUploadId(uploadId);
      if (record?.deletedAt) continue;
      if (record?.state === 'staged')
        await this.store.put(stagingKey(uploadId), bytes, 'application/octet-stream');
      const deadline = Date.now() + IMAGE_TIMEOUT_MS;
      await this.uploads.finish({ uploadId, bytes: bytes.length }, { deadline });
      return;
    }
  }
}

const describe = (error: { path: string; code: string } | undefined): string =>
  error ? `${error.path} ${error.code}` : 'INVALID';
