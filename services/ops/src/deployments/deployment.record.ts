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
import type { ActiveSite } from './active-site.repository.js';

const { Mixed, ObjectId } = MongooseSchema.Types;

const stageOutcomes = ['running', 'done', 'skipped', 'failed'] as const;
/** How a stage ended, or that it runs. */
export type StageOutcome = (typeof stageOutcomes)[number];

/** One stage that has started. */
@Schema({ _id: false, strict: 'throw' })
export class StageRecord {
  @Prop({ type: String, enum: deploymentStages }) stage!: DeploymentStage;
  @Prop({ type: Date }) startedAt!: Date;
  @Prop({ type: Date }) endedAt?: Date;
  @Prop({ type: String, enum: stageOutcomes }) outcome!: StageOutcome;
}

/** The site that a deployment has published. */
@Schema({ _id: false, strict: 'throw' })
export class PublishedSite {
  /** The id of the site. */
  @Prop({ type: String }) hash!: string;
  @Prop({ type: Number }) files!: number;
  @Prop({ type: Number }) bytes!: number;
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
  /** What a later deployment can go back to; of a rollback, what it goes back to. */
  @Prop({ type: ObjectId, required: true }) releaseId!: Types.ObjectId;
  @Prop({ type: PublishedSite }) site?: PublishedSite;
  /** Whether that site is published. */
  @Prop({ type: Boolean, required: true }) isPublished!: boolean;
  @Prop({ type: String, enum: deploymentErrorCodes }) fault?: DeploymentErrorCode;
  @Prop({ type: Boolean, required: true }) isUnverified!: boolean;
  @Prop({ type: [StageRecord] }) timeline!: StageRecord[];
  @Prop({ type: Boolean, required: true }) isLogCut!: boolean;
  @Prop({ type: String }) deploymentUrl?: string;
  @Prop({ type: [Mixed] }) findings!: DnsFinding[];
  /** Whether the check of the domain found a valid certificate. */
  @Prop({ type: Boolean }) sslValid?: boolean;
  /** What visitors saw when it started. */
  @Prop({ type: Mixed }) base?: Pick<ActiveSite, 'version' | 'shown'>;
  @Prop(outboxField) outbox!: OutboxEntry[];
}

/** The indexes of the collection `deployments`. */
export const deploymentIndexes: mongo.IndexDescription[] = [
  { name: 'newest', key: { startedAt: -1 } },
  { name: 'outbox', key: outboxIndex },
];

/** Whether its site was activated and probed: it stays, whatever becomes of its domain. Everything before is undone. */
export const isLive = ({ stage }: DeploymentRecord): boolean =>
  stage === 'dns_checking' || stage === 'ssl_setup';
