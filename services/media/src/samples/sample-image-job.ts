import { AppLogger, backgroundContext, MONGO, RpcClient, toObjectId } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import { listSampleTreatments, type SampleTreatment } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Collection, Connection } from 'mongoose';
import { MEDIA_CONFIG, type MediaConfig } from '../config.js';
import { imageEvent } from '../images/image.record.js';
import { ImagesRepository } from '../images/images.repository.js';
import { stagingKey } from '../storage/bucket.js';
import { UploadQueue } from '../uploads/upload-queue.js';
import { createUploadRecord, UploadsRepository } from '../uploads/uploads.repository.js';
import { renderSampleImage } from './drawing.js';

/** Marks the finished work, in the collection `markers`. */
const MARKER = 'sample-images';
const RETRY_INTERVAL_MS = 2_000;

/**
 * Draws an image for each treatment that came with a new catalog, once for each database. After an
 * interruption it starts again: the same treatment gives the same upload.
 */
@Injectable()
export class SampleImageJob {
  private isDue: boolean;
  private readonly markers: Collection<{ _id: string; finishedAt: Date }>;

  constructor(
    @Inject(MEDIA_CONFIG) { drawsSamples }: MediaConfig,
    private readonly rpc: RpcClient,
    @Inject(MONGO) connection: Connection,
    private readonly images: ImagesRepository,
    private readonly uploads: UploadsRepository,
    private readonly store: ObjectStore,
    private readonly queue: UploadQueue,
    private readonly logger: AppLogger,
  ) {
    this.markers = connection.collection('markers');
    this.isDue = drawsSamples;
  }

  /** Runs at each start, until it succeeds. */
  @Interval(RETRY_INTERVAL_MS)
  async runOnce(): Promise<void> {
    if (!this.isDue) return;
    this.isDue = false;
    try {
      await this.run();
    } catch (error) {
      this.isDue = true;
      this.logger.warn('drawing sample images failed, retrying', error);
    }
  }

  /** Throws while the catalog or the storage is unreachable. */
  async run(): Promise<void> {
    if (await this.markers.findOne({ _id: MARKER })) return;
    // The catalog answers when it is filled. Without samples now, it may get them at a later start.
    const { samples } = await this.rpc.call(listSampleTreatments, {}, backgroundContext());
    if (samples.length === 0) return;
    for (const sample of samples) await this.draw(sample);
    const done = { $set: { finishedAt: new Date() } };
    await this.markers.updateOne({ _id: MARKER }, done, { upsert: true });
    this.logger.info('sample images were drawn', { images: samples.length });
  }

  private async draw(sample: SampleTreatment): Promise<void> {
    const { treatmentId, diseaseId, color, applicationArea } = sample;
    const fields = {
      type: 'treatment_area',
      title: sample.nameEn,
      titleKn: sample.nameKn,
      description: applicationArea,
      descriptionKn: sample.applicationAreaKn,
      isSample: true,
    } as const;
    const place = { treatmentId: toObjectId(treatmentId), diseaseId: toObjectId(diseaseId) };
    const record = createUploadRecord(`sample/${treatmentId}`, { ...place, ...fields }, new Date());
    const { uploadId } = record;
    await this.images.insertOnce(record);
    if ((await this.uploads.byUploadId(uploadId))?.state !== 'staged') return;
    const bytes = await renderSampleImage(color, applicationArea);
    await this.store.put(stagingKey(uploadId), bytes, 'image/webp');
    await this.uploads.markQueued(uploadId, imageEvent('uploaded', record));
    await this.queue.add(uploadId);
  }
}
