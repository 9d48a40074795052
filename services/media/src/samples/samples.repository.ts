import { MONGO } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import type { Collection, Connection } from 'mongoose';

interface Marker {
  _id: string;
  finishedAt: Date;
}

const MARKER = 'sample-images';

/** Records in the collection `markers` that sample images were created. */
@Injectable()
export class SamplesRepository {
  private readonly markers: Collection<Marker>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.markers = connection.collection<Marker>('markers');
  }

  async isDone(): Promise<boolean> {
    return (await this.markers.findOne({ _id: MARKER })) !== null;
  }

  async done(finishedAt: Date): Promise<void> {
    await this.markers.updateOne({ _id: MARKER }, { $set: { finishedAt } }, { upsert: true });
  }
}
