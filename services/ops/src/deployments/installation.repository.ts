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
  private known: string | undefined;

  constructor(@InjectModel(Installation.name) model: Model<Installation>) {
    super(model);
  }

  async id(): Promise<string> {
    return (this.known ??= await this.read());
  }

  /** When the id was made: at the first start, or with the first version that needed it. */
  async since(): Promise<Date> {
    return new Types.ObjectId(await this.id()).getTimestamp();
  }

  /** Where the assets of sites are: other installations may use the same bucket. */
  async sitesFolder(): Promise<string> {
    return `sites/${await this.id()}`;
  }

  async siteFolder(site: Types.ObjectId): Promise<string> {
    return `${await this.sitesFolder()}/${site.toHexString()}`;
  }

  private async read(): Promise<string> {
    const installationId = new Types.ObjectId().toHexString();
    // If another process was first, its id counts.
    await this.insertIfMissing({ _id: INSTALLATION_ID, installationId });
    const found = await this.findOne({ _id: INSTALLATION_ID });
    if (!found) throw new Error('the installation is not in the database');
    return found.installationId;
  }
}
