import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  addFavorite,
  addRecent,
  listFavorites,
  listRecent,
  removeFavorite,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { PersonalListsService } from './personal-lists.service.js';

/** Answers the messages about what a person has marked and viewed. */
@Controller()
export class PersonalListsConsumer {
  constructor(private readonly lists: PersonalListsService) {}

  @Handles(listFavorites)
  listFavorites(_request: RequestOf<typeof listFavorites>, context: MessageContext) {
    return this.lists.list('favorites', context);
  }

  @Handles(addFavorite)
  async addFavorite({ id }: RequestOf<typeof addFavorite>, context: MessageContext) {
    await this.lists.addFavorite(id, context);
    return {};
  }

  @Handles(removeFavorite)
  async removeFavorite({ id }: RequestOf<typeof removeFavorite>, context: MessageContext) {
    await this.lists.removeFavorite(id, context);
    return {};
  }

  @Handles(listRecent)
  listRecent(_request: RequestOf<typeof listRecent>, context: MessageContext) {
    return this.lists.list('recent', context);
  }

  @Handles(addRecent)
  async addRecent({ id }: RequestOf<typeof addRecent>, context: MessageContext) {
    await this.lists.addRecent(id, context);
    return {};
  }
}
