import { ensureIndexes, isDuplicateKey, MONGO } from '@ctdb/chassis';
import { RETAINED_RELEASES } from '@ctdb/contracts';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Schema, type Connection, type Model, type mongo, type Types } from 'mongoose';

/** One file of a release. */
export interface ReleaseFile {
  /** Begins with a slash. */
  path: string;
  sha256: string;
  bytes: number;
}

/** A release, as stored in `releases` once all its files are, and were seen to be whole. */
export interface ReleaseRecord {
  _id: Types.ObjectId;
  hash: string;
  /** Where its files are in the bucket; see {@link releaseFolder}. */
  folder?: string;
  projectName: string;
  domain?: string;
  files: ReleaseFile[];
  bytes: number;
  createdAt: Date;
  createdBy: string;
  /** It was live for a moment and failed its probe: it is not offered. */
  isWithdrawn: boolean;
}

const schema = new Schema(
  {
    hash: { type: String, required: true },
    folder: String,
    projectName: { type: String, required: true },
    domain: String,
    files: [
      new Schema<ReleaseFile>(
        { path: String, sha256: String, bytes: Number },
        { _id: false, strict: 'throw' },
      ),
    ],
    bytes: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    createdBy: { type: String, required: true },
    isWithdrawn: { type: Boolean, required: true },
  },
  {
    collection: 'releases',
    strict: 'throw',
    strictQuery: 'throw',
    versionKey: false,
    autoIndex: false,
    autoCreate: false,
  },
);

const indexes: mongo.IndexDescription[] = [{ name: 'newest', key: { createdAt: -1 } }];

/** Releases that can be served. */
@Injectable()
export class ReleasesRepository implements OnModuleInit {
  private readonly model: Model<ReleaseRecord>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = (connection.models['Release'] ??
      connection.model('Release', schema)) as unknown as Model<ReleaseRecord>;
  }

  async onModuleInit(): Promise<void> {
    await ensureIndexes(this.model, indexes);
  }

  /** Stores one; stored again it stays as it was. */
  async insert(record: ReleaseRecord): Promise<void> {
    try {
      await this.model.create([record]);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  async find(id: Types.ObjectId): Promise<ReleaseRecord | null> {
    return this.model.findById(id).lean<ReleaseRecord>().exec();
  }

  /** Whether a release of this hash is listed. */
  async hasFilesOf(hash: string): Promise<boolean> {
    return (await this.model.exists({ hash })) !== null;
  }

  /** All that there are, newest first. */
  async all(): Promise<ReleaseRecord[]> {
    return this.model.find({}).sort({ createdAt: -1 }).lean<ReleaseRecord[]>().exec();
  }

  async markFailed(id: Types.ObjectId): Promise<void> {
    await this.model.updateOne({ _id: id }, { $set: { isWithdrawn: true } });
  }

  async remove(ids: readonly Types.ObjectId[]): Promise<void> {
    if (ids.length > 0) await this.model.deleteMany({ _id: { $in: [...ids] } });
  }
}

/** Where a release's files are. Records of before do not say: then there was one installation to a bucket. */
export const releaseFolder = ({ folder, hash }: Pick<ReleaseRecord, 'folder' | 'hash'>): string =>
  folder ?? `releases/${hash}`;

/** Those of `all` (newest first) that can be gone back to: the live one, and the newest others. */
export const retainedReleases = (
  all: readonly ReleaseRecord[],
  liveId: Types.ObjectId | null,
): ReleaseRecord[] => {
  const isLive = ({ _id }: ReleaseRecord) => liveId !== null && _id.equals(liveId);
  const others = all.filter((one) => !isLive(one) && !one.isWithdrawn).slice(0, RETAINED_RELEASES);
  return all.filter((one) => isLive(one) || others.includes(one));
};
