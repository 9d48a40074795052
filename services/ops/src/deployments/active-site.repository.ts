import { CollectionRepository, recordOptions } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type Model, type Types } from 'mongoose';
import type { DeploymentRecord } from './deployment.record.js';

const { ObjectId } = MongooseSchema.Types;

/** The id of the one document. */
export const ACTIVE_SITE_ID = 'live';

/** What a deployment shows to visitors. */
@Schema({ _id: false, strict: 'throw' })
export class ShownSite {
  /** What a later deployment can go back to. */
  @Prop({ type: ObjectId }) releaseId!: Types.ObjectId;
  @Prop({ type: ObjectId }) deploymentId!: Types.ObjectId;
  /** The id of the site that was published with it. */
  @Prop({ type: String }) site!: string;
  @Prop({ type: String }) projectName!: string;
  @Prop({ type: String }) domain?: string;
  /** Whether the check of the domain has passed. */
  @Prop({ type: Boolean }) isVerified!: boolean;
  @Prop({ type: Date }) deployedAt!: Date;
}

/** What visitors see: one document, so that a switch is all or nothing. */
@Schema(recordOptions('active_site'))
export class ActiveSite {
  @Prop({ type: String }) _id!: string;
  /** Counts what gateways have to read again: switches, checks of the domain, and published sites. */
  @Prop({ type: Number }) revision!: number;
  /** Counts switches: one is made only from the version that its deployment read. */
  @Prop({ type: Number }) version!: number;
  /** Absent before the first deployment. */
  @Prop({ type: ShownSite }) shown?: ShownSite;
}

const toSwitch = (shown: ShownSite | undefined) => ({
  ...(shown ? { $set: { shown } } : { $unset: { shown: 1 } }),
  $inc: { version: 1, revision: 1 },
});

/** See {@link ActiveSite}. */
@Injectable()
export class ActiveSiteRepository extends CollectionRepository<ActiveSite> {
  constructor(@InjectModel(ActiveSite.name) model: Model<ActiveSite>) {
    super(model);
  }

  override async onModuleInit(): Promise<void> {
    await this.insertIfMissing({ _id: ACTIVE_SITE_ID, revision: 0, version: 0 });
  }

  async get(): Promise<ActiveSite> {
    const found = await this.findOne({ _id: ACTIVE_SITE_ID });
    if (!found) throw new Error('the active site is not in the database');
    return found;
  }

  /** Shows what a deployment has made, unless it is shown; false if another write came after the deployment began. */
  async activate({ _id, base, ...deployment }: DeploymentRecord): Promise<boolean> {
    const { version, shown } = await this.get();
    if (shown?.deploymentId.equals(_id)) return true;
    if (base?.version !== version) return false;
    const { releaseId, projectName, domain, site } = deployment;
    return this.switch(version, {
      releaseId,
      deploymentId: _id,
      site: site?.hash ?? '',
      projectName,
      ...(domain !== undefined && { domain }),
      isVerified: false,
      deployedAt: new Date(),
    });
  }

  /** Restores what was there before if this deployment has switched. */
  async restore({ _id, base }: DeploymentRecord): Promise<void> {
    // If not, its worker may only be paused: with another version a late switch of that worker fails.
    if (base) await this.write({ version: base.version }, { $inc: { version: 1 } });
    await this.write({ 'shown.deploymentId': _id }, toSwitch(base?.shown));
  }

  /** Stores the check of the domain, unless another deployment has switched since. */
  async setVerified(deploymentId: Types.ObjectId, isVerified: boolean): Promise<void> {
    await this.write(
      { 'shown.deploymentId': deploymentId, 'shown.isVerified': !isVerified },
      { $set: { 'shown.isVerified': isVerified }, $inc: { revision: 1 } },
    );
  }

  /** Makes all gateways read the list of sites again. */
  async bumpRevision(): Promise<void> {
    await this.write({}, { $inc: { revision: 1 } });
  }

  /** Switches; false if another write came after `version` was read. */
  switch(version: number, shown: ShownSite | undefined): Promise<boolean> {
    return this.write({ version }, toSwitch(shown));
  }

  private async write(expected: object, update: object): Promise<boolean> {
    const { modifiedCount } = await this.updateOne({ _id: ACTIVE_SITE_ID, ...expected }, update);
    return modifiedCount === 1;
  }
}
