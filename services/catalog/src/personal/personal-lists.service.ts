import { practiceKey, toObjectId, type MessageContext } from '@ctdb/chassis';
import { DomainError, type Disease } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { DiseasesService } from '../diseases/diseases.service.js';
import { RegistryProjection } from '../diseases/projection/registry-projection.js';
import { PersonalListsRepository, type PersonalList } from './personal-lists.repository.js';

type Person = Pick<MessageContext, 'subject'>;

/** The rules of what a person has marked and viewed. */
@Injectable()
export class PersonalListsService {
  constructor(
    private readonly lists: PersonalListsRepository,
    private readonly diseases: DiseasesService,
    private readonly registry: RegistryProjection,
  ) {}

  /** The newest first, without diseases that are in the trash or removed. */
  async list(list: PersonalList, { subject }: Person): Promise<Disease[]> {
    const ids = await this.lists.find(practiceKey(subject), list);
    const newestFirst = new Set(ids.map((id) => id.toHexString()).reverse());
    const found = await Promise.all([...newestFirst].map((id) => this.registry.get(id)));
    return found.filter((disease) => disease !== undefined);
  }

  async addFavorite(id: string, { subject }: Person): Promise<void> {
    await this.diseases.get(id);
    const practice = practiceKey(subject);
    if (await this.lists.addFavorite(practice, toObjectId(id))) return;
    // Those that the practice does not see make room.
    await this.lists.removeFavorites(practice, await this.findHidden(practice));
    if (!(await this.lists.addFavorite(practice, toObjectId(id))))
      throw new DomainError('FAVORITES_FULL');
  }

  async removeFavorite(id: string, { subject }: Person): Promise<void> {
    await this.lists.removeFavorites(practiceKey(subject), [toObjectId(id)]);
  }

  async addRecent(id: string, { subject }: Person): Promise<void> {
    // It may have been deleted while the person looked at it.
    if (!(await this.registry.get(id))) return;
    await this.lists.addRecent(practiceKey(subject), toObjectId(id));
  }

  /** Favorites that are in the trash, or were removed for good. */
  private async findHidden(practice: string): Promise<Types.ObjectId[]> {
    const ids = await this.lists.find(practice, 'favorites');
    const found = await Promise.all(ids.map((id) => this.registry.get(id.toHexString())));
    return ids.filter((_id, at) => found[at] === undefined);
  }
}
