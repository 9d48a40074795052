import { isDuplicateKey, MONGO } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import { Schema, Types, type Connection, type Model } from 'mongoose';

const ID = 'ops';

interface Installation {
  _id: string;
  /** Tells this installation from others that use the same storage. */
  installationId: string;
}

const schema = new Schema(
  { _id: String, installationId: { type: String, required: true } },
  {
    collection: 'installation',
    strict: 'throw',
    strictQuery: 'throw',
    versionKey: false,
    autoIndex: false,
    autoCreate: false,
  },
);

/** Who we are: made once, and kept as long as the database. */
@Injectable()
export class InstallationRepository {
  private readonly model: Model<Installation>;
  private known: string | undefined;

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = (connection.models['Installation'] ??
      connection.model('Installation', schema)) as unknown as Model<Installation>;
  }

  async id(): Promise<string> {
    return (this.known ??= await this.read());
  }

  private async read(): Promise<string> {
    const installationId = new Types.ObjectId().toHexString();
    try {
      await this.model.updateOne(
        { _id: ID },
        { $setOnInsert: { installationId } },
        { upsert: true },
      );
    } catch (error) {
      // Another process was first.
      if (!isDuplicateKey(error)) throw error;
    }
    const found = await this.model.findById(ID).lean<Installation>().exec();
    if (!found) throw new Error('the installation is not in the database');
    return found.installationId;
  }
}
