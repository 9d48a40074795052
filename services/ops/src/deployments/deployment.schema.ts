import { outboxField, outboxIndex, type OutboxEntry } from '@ctdb/chassis';
import { jobRecordFields, type JobRecord } from '@ctdb/chassis/jobs';
import {
  deploymentErrorCodes,
  deploymentStages,
  type DeploymentErrorCode,
  type DeploymentStage,
  type DnsFinding,
  type Subject,
} from '@ctdb/contracts';
import { Schema, type Connection, type Model, type mongo, type Types } from 'mongoose';

/** One stage that has begun. */
export interface StageRecord {
  stage: DeploymentStage;
  startedAt: Date;
  endedAt?: Date;
  outcome: 'running' | 'done' | 'skipped' | 'failed';
}

/** The pointer to the live release as it was when the deployment started. */
export interface ActiveReleaseSnapshot {
  version: number;
  releaseId: Types.ObjectId | null;
}

/** A deployment, as stored in `deployments`. */
export interface DeploymentRecord extends JobRecord {
  kind: 'deploy' | 'rollback';
  projectName: string;
  domain?: string;
  stage: DeploymentStage;
  progress: number;
  startedBy: string;
  actor: Subject;
  startedAt: Date;
  updatedAt: Date;
  endedAt?: Date;
  /** The release that it makes, chosen before there is one, or goes back to. */
  releaseId: Types.ObjectId;
  /** Whether that release is stored and checked. */
  isPublished: boolean;
  fault?: DeploymentErrorCode;
  isUnverified: boolean;
  timeline: StageRecord[];
  isLogCut: boolean;
  deploymentUrl?: string;
  findings: DnsFinding[];
  /** What the check of the domain said of its https. */
  sslValid?: boolean;
  base?: ActiveReleaseSnapshot;
  outbox: OutboxEntry[];
}

const inside = { _id: false, strict: 'throw' } as const;

const stage = new Schema<StageRecord>(
  {
    stage: { type: String, enum: deploymentStages },
    startedAt: Date,
    endedAt: Date,
    outcome: { type: String, enum: ['running', 'done', 'skipped', 'failed'] },
  },
  inside,
);

const schema = new Schema(
  {
    kind: { type: String, enum: ['deploy', 'rollback'], required: true },
    projectName: { type: String, required: true },
    domain: String,
    stage: { type: String, enum: deploymentStages, required: true },
    progress: { type: Number, required: true },
    startedBy: { type: String, required: true },
    actor: { type: Schema.Types.Mixed, required: true },
    startedAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    endedAt: Date,
    releaseId: { type: Schema.Types.ObjectId, required: true },
    isPublished: { type: Boolean, required: true },
    fault: { type: String, enum: deploymentErrorCodes },
    isUnverified: { type: Boolean, required: true },
    timeline: [stage],
    isLogCut: { type: Boolean, required: true },
    deploymentUrl: String,
    findings: [Schema.Types.Mixed],
    sslValid: Boolean,
    base: new Schema<ActiveReleaseSnapshot>(
      { version: Number, releaseId: Schema.Types.ObjectId },
      inside,
    ),
    ...jobRecordFields,
    outbox: outboxField,
  },
  {
    collection: 'deployments',
    strict: 'throw',
    strictQuery: 'throw',
    versionKey: false,
    autoIndex: false,
    autoCreate: false,
    minimize: false,
  },
);

/** The indexes of the collection `deployments`. */
export const deploymentIndexes: mongo.IndexDescription[] = [
  { name: 'newest', key: { startedAt: -1 } },
  { name: 'outbox', key: outboxIndex },
];

/** The model of the collection `deployments`; made once for each connection. */
export const deploymentModel = (connection: Connection): Model<DeploymentRecord> =>
  (connection.models['Deployment'] ??
    connection.model('Deployment', schema)) as unknown as Model<DeploymentRecord>;
