import { recordOptions, StoredRecord, withContractFields } from '@ctdb/chassis';
import { colorInput } from '@ctdb/contracts';
import { Prop, Schema } from '@nestjs/mongoose';

/** An added color as stored. A removed one stays with `deletedAt`. */
@Schema(recordOptions('colors'))
export class ColorRecord extends withContractFields(StoredRecord, colorInput) {
  /** The folded English name. */
  @Prop({ type: String, required: true }) nameKey!: string;
  /** The folded Kannada name. */
  @Prop({ type: String, required: true }) nameKnKey!: string;
}
