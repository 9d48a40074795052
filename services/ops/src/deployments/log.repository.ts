import { CollectionRepository, recordOptions } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types, type Model, type mongo } from 'mongoose';

const RETENTION_MS = 180 * 86_400_000;

/** A part of a deployment's log: a document of its own, so that the deployment stays small. */
@Schema(recordOptions('deployment_logs'))
export class LogPart {
  _id!: Types.ObjectId;
  @Prop({ type: MongooseSchema.Types.ObjectId, required: true }) deploymentId!: Types.ObjectId;
  @Prop({ type: Number, required: true }) order!: number;
  @Prop({ type: [String] }) lines!: string[];
  @Prop({ type: Date, required: true }) expireAt!: Date;
}

const indexes: mongo.IndexDescription[] = [
  { name: 'ofDeployment', key: { deploymentId: 1, order: 1 } },
  { name: 'goes', key: { expireAt: 1 }, expireAfterSeconds: 0 },
];

/** The logs of deployments. */
@Injectable()
export class DeploymentLogRepository extends CollectionRepository<LogPart> {
  constructor(@InjectModel(LogPart.name) model: Model<LogPart>) {
    super(model, indexes);
  }

  async append(part: Pick<LogPart, 'deploymentId' | 'order' | 'lines'>): Promise<void> {
    const expireAt = new Date(Date.now() + RETENTION_MS);
    await this.insertIfMissing({ ...part, _id: new Types.ObjectId(), expireAt });
  }

  async lines(deploymentId: Types.ObjectId): Promise<string[]> {
    const parts = await this.findMany({ deploymentId }, { sort: { order: 1 } });
    return parts.flatMap(({ lines }) => lines);
  }
}
