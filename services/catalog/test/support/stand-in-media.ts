import { ChassisModule, Handles } from '@ctdb/chassis';
import { getImageUrl, listImages, type Image, type RequestOf } from '@ctdb/contracts';
import { Controller, Injectable, Module } from '@nestjs/common';

/** Stands in for media: holds the images of a test. */
@Injectable()
export class StandInMedia {
  private readonly images: Image[] = [];

  /** A new image of a treatment. */
  add(treatmentId: string, isSample: boolean): void {
    const now = new Date().toISOString();
    const id = this.images.length.toString(16).padStart(24, '0');
    this.images.push({
      ...{ id, treatmentId, isSample },
      ...{ type: 'treatment_area', filename: `5d6f0f3e-0b7c-4f0e-8a52-${id.slice(12)}.jpg` },
      ...{ title: 'Chest', titleKn: '', description: '', descriptionKn: '' },
      ...{ width: 640, height: 480, createdAt: now, updatedAt: now, version: 1 },
    });
  }

  of(treatmentIds: readonly string[]): Image[] {
    return this.images.filter(({ treatmentId }) => treatmentIds.includes(treatmentId));
  }
}

@Controller()
class ImagesConsumer {
  constructor(private readonly media: StandInMedia) {}

  @Handles(listImages)
  list({ treatmentIds }: RequestOf<typeof listImages>) {
    return { etag: 'tag', images: this.media.of(treatmentIds) };
  }

  @Handles(getImageUrl)
  locate({ filename }: RequestOf<typeof getImageUrl>) {
    const getUrl = `http://x.example/${filename}`;
    return { getUrl, etag: '"1"', contentType: 'image/jpeg', size: 1 };
  }
}

@Module({
  imports: [ChassisModule.forRoot({ service: 'media' })],
  controllers: [ImagesConsumer],
  providers: [StandInMedia],
})
export class StandInMediaModule {}
