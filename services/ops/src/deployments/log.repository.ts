import { ensureIndexes, MONGO } from '@ctdb/chassis';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Schema, type Connection, type Model, type mongo, Types } from 'mongoose';

/** How long what a deployment wrote is kept; milliseconds. */
const RETENTION_MS = 180 * 86_400_000;

/** A piece of a deployment's log: a document of its own, so that the deployment stays small. */
export interface LogPart {
  _id: Types.ObjectId;
  deploymentId: Types.ObjectId;
  order: number;
  lines: string[];
  bytes: number;
  expireAt: Date;
}

const schema = new Schema(
  {
    deploymentId: { type: Schema.Types.ObjectId, required: true },
    order: { type: Number, required: true },
    lines: [String],
    bytes: { type: Number, required: true },
    expireAt: { type: Date, required: true },
  },
  {
    collection: 'deployment_logs',
    strict: 'throw',
    strictQuery: 'throw',
    versionKey: false,
    autoIndex: false,
    autoCreate: false,
  },
);

const indexes: mongo.IndexDescription[] = [
  { name: 'ofDeployment', key: { deploymentId: 1, order: 1 } },
  { name: 'goes', key: { expireAt: 1 }, expireAfterSeconds: 0 },
];

/** What deployments wrote while they ran. */
@Injectable()
export class DeploymentLogRepository implements OnModuleInit {
  private readonly model: Model<LogPart>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = (connection.models['DeploymentLog'] ??
      connection.model('DeploymentLog', schema)) as unknown as Model<LogPart>;
  }

  async onModuleInit(): Promise<void> {
    await ensureIndexes(this.model, indexes);
  }

  async append(part: Pick<LogPart, 'deploymentId' | 'order' | 'lines' | 'bytes'>): Promise<void> {
    const expireAt = new Date(Date.now() + RETENTION_MS);
    await this.model.create([{ ...part, _id: new Types.ObjectId(), expireAt }]);
  }

  /** The sizes of all parts, oldest first. */
  async sizes(deploymentId: Types.ObjectId): Promise<{ order: number; bytes: number }[]> {
    const parts = await this.model
      .find({ deploymentId })
      .sort({ order: 1 })
      .select('order bytes')
      .lean<LogPart[]>()
      .exec();
    return parts.map(({ order, bytes }) => ({ order, bytes }));
  }

  async lines(deploymentId: Types.ObjectId): Promise<string[]> {
    const parts = await this.model
      .find({ deploymentId })
      .sort({ order: 1 })
      .lean<LogPart[]>()
      .exec();
    return parts.flatMap(({ lines }) => lines);
  }

  /** Removes all parts before this one. */
  async deleteBefore(deploymentId: Types.ObjectId, order: number): Promise<void> {
    await this.model.deleteMany({ deploymentId, order: { $lt: order } });
  }
}
