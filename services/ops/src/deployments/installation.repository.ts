import { CollectionRepository, recordOptions } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import { Types, type Model } from 'mongoose';

const INSTALLATION_ID = 'ops';

/** Distinguishes this installation from others that use the same storage. */
@Schema(recordOptions('installation'))
export class Installation {
  @Prop({ type: String }) _id!: string;
  @Prop({ type: String, required: true }) installationId!: string;
}

/** The installation's id: made once, and kept as long as the database. */
@Injectable()
export class InstallationRepository extends CollectionRepository<Installation> {
  private id = '';

  constructor(@InjectModel(Installation.name) model: Model<Installation>) {
    super(model);
  }

  override async onModuleInit(): Promise<void> {
    const installationId = new Types.ObjectId().toHexString();
    // If another process was first, its id counts.
    await this.insertIfMissing({ _id: INSTALLATION_ID, installationId });
    const found = await this.findOne({ _id: INSTALLATION_ID });
    if (!found) throw new Error('the installation is not in the database');
    this.id = found.installationId;
  }

  /** When the id was made: at the first start, or with the first version that needed it. */
  get since(): Date {
    return new Types.ObjectId(this.id).getTimestamp();
  }

  /** Where the assets of sites are: other installations may use the same bucket. */
  get sitesFolder(): string {
    return `sites/${this.id}`;
  }

  siteFolder(site: Types.ObjectId): string {
    return `${this.sitesFolder}/${site.toHexString()}`;
  }
}
