import { CollectionRepository } from '@ctdb/chassis';
import { MAX_FAVORITES, MAX_RECENT } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { PersonalListsRecord } from '../records/personal-lists.record.js';

/** The lists of a person who was not here for so long are removed. */
const RETENTION_SECONDS = 400 * 24 * 60 * 60;

/** The name of a list. */
export type PersonalList = 'favorites' | 'recent';

/** The collection `personal_lists`. */
@Injectable()
export class PersonalListsRepository extends CollectionRepository<PersonalListsRecord> {
  constructor(@InjectModel(PersonalListsRecord.name) model: Model<PersonalListsRecord>) {
    super(model, [{ name: 'goes', key: { usedAt: 1 }, expireAfterSeconds: RETENTION_SECONDS }]);
  }

  async find(practice: string, list: PersonalList): Promise<Types.ObjectId[]> {
    return (await this.findOne({ _id: practice }))?.[list] ?? [];
  }

  /** False where the list is full. */
  async addFavorite(practice: string, id: Types.ObjectId): Promise<boolean> {
    await this.use(practice);
    const { matchedCount } = await this.updateOne(
      {
        _id: practice,
        favorites: { $ne: id },
        [`favorites.${MAX_FAVORITES - 1}`]: { $exists: false },
      },
      { $push: { favorites: id } },
    );
    if (matchedCount > 0) return true;
    return (await this.find(practice, 'favorites')).some((each) => each.equals(id));
  }

  async removeFavorites(practice: string, ids: readonly Types.ObjectId[]): Promise<void> {
    await this.updateOne({ _id: practice }, { $pull: { favorites: { $in: [...ids] } } });
  }

  /** Two requests at a time may add the same disease twice; the reader drops the older one. */
  async addRecent(practice: string, id: Types.ObjectId): Promise<void> {
    await this.use(practice);
    await this.updateOne({ _id: practice }, { $pull: { recent: id } });
    const added = { $each: [id], $slice: -MAX_RECENT };
    await this.updateOne({ _id: practice }, { $push: { recent: added } });
  }

  private async use(practice: string): Promise<void> {
    const lists = { favorites: [], recent: [] };
    await this.upsert({ _id: practice }, { $set: { usedAt: new Date() }, $setOnInsert: lists });
  }
}
