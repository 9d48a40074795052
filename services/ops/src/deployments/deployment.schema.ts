import { outboxField, outboxIndex, recordOptions, type OutboxEntry } from '@ctdb/chassis';
import { JobRecord } from '@ctdb/chassis/jobs';
import {
  deploymentErrorCodes,
  deploymentStages,
  type DeploymentErrorCode,
  type DeploymentStage,
  type DnsFinding,
  type Subject,
} from '@ctdb/contracts';
import { Prop, Schema } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type mongo, type Types } from 'mongoose';

const { Mixed, ObjectId } = MongooseSchema.Types;

/** One stage that has started. */
@Schema({ _id: false, strict: 'throw' })
export class StageRecord {
  @Prop({ type: String, enum: deploymentStages }) stage!: DeploymentStage;
  @Prop({ type: Date }) startedAt!: Date;
  @Prop({ type: Date }) endedAt?: Date;
  @Prop({ type: String, enum: ['running', 'done', 'skipped', 'failed'] })
  outcome!: 'running' | 'done' | 'skipped' | 'failed';
}

/** The pointer to the active release as it was when the deployment started. */
@Schema({ _id: false, strict: 'throw' })
export class ActiveReleaseSnapshot {
  @Prop({ type: Number }) version!: number;
  @Prop({ type: ObjectId }) releaseId!: Types.ObjectId | null;
}

/** A deployment. */
@Schema(recordOptions('deployments'))
export class DeploymentRecord extends JobRecord {
  @Prop({ type: String, enum: ['deploy', 'rollback'], required: true })
  kind!: 'deploy' | 'rollback';
  @Prop({ type: String, required: true }) projectName!: string;
  @Prop({ type: String }) domain?: string;
  @Prop({ type: String, enum: deploymentStages, required: true }) stage!: DeploymentStage;
  @Prop({ type: Number, required: true }) progress!: number;
  @Prop({ type: String, required: true }) startedBy!: string;
  @Prop({ type: Mixed, required: true }) actor!: Subject;
  @Prop({ type: Date, required: true }) startedAt!: Date;
  @Prop({ type: Date, required: true }) updatedAt!: Date;
  @Prop({ type: Date }) endedAt?: Date;
  /** The release that it restores, or makes: then the id is chosen before the release exists. */
  @Prop({ type: ObjectId, required: true }) releaseId!: Types.ObjectId;
  /** Whether that release is stored and checked. */
  @Prop({ type: Boolean, required: true }) isPublished!: boolean;
  @Prop({ type: String, enum: deploymentErrorCodes }) fault?: DeploymentErrorCode;
  @Prop({ type: Boolean, required: true }) isUnverified!: boolean;
  @Prop({ type: [StageRecord] }) timeline!: StageRecord[];
  @Prop({ type: Boolean, required: true }) isLogCut!: boolean;
  @Prop({ type: String }) deploymentUrl?: string;
  @Prop({ type: [Mixed] }) findings!: DnsFinding[];
  /** Whether the check of the domain found a valid certificate. */
  @Prop({ type: Boolean }) sslValid?: boolean;
  @Prop({ type: ActiveReleaseSnapshot }) base?: ActiveReleaseSnapshot;
  @Prop(outboxField) outbox!: OutboxEntry[];
}

/** The indexes of the collection `deployments`. */
export const deploymentIndexes: mongo.IndexDescription[] = [
  { name: 'newest', key: { startedAt: -1 } },
  { name: 'outbox', key: outboxIndex },
];
