import { RecordRepository } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { imageIndexes, ImageRecord, type ImageVersion } from './image.record.js';

/** Ready, not in the trash, with its objects. */
const VISIBLE = { state: 'ready', deletedAt: null, filename: { $exists: true } } as const;

/** Images as users see them. */
@Injectable()
export class ImagesRepository extends RecordRepository<ImageRecord> {
  constructor(@InjectModel(ImageRecord.name) model: Model<ImageRecord>) {
    super(model, imageIndexes);
  }

  /** The image that is served by a name. */
  async findByFilename(filename: string): Promise<ImageRecord | null> {
    return this.findOne({ ...VISIBLE, filename });
  }

  /** Visible images of some treatments, oldest first. */
  async findByTreatments(treatmentIds: readonly Types.ObjectId[]): Promise<ImageRecord[]> {
    const filter = { ...VISIBLE, treatmentId: { $in: treatmentIds } };
    return this.findMany(filter, { sort: { createdAt: 1, _id: 1 } });
  }

  /** The versions of all images of treatments, those that are not shown included. */
  async findVersions(treatmentIds: readonly Types.ObjectId[]): Promise<ImageVersion[]> {
    // Without other conditions the query takes half the time.
    const projection = { treatmentId: 1, version: 1, state: 1, deletedAt: 1 } as const;
    return this.findMany({ treatmentId: { $in: treatmentIds } }, { projection });
  }

  /** Images that were deleted alone after `since`, newest first. */
  async findDeletedAlone(since: Date): Promise<ImageRecord[]> {
    const filter = { state: 'ready', deletedWith: 'image', deletedAt: { $gt: since } } as const;
    return this.findMany(filter, { sort: { deletedAt: -1, _id: 1 } });
  }
}
