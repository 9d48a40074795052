import { Handles, type MessageContext } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { PersonalListsService } from './personal-lists.service.js';

/** Answers the messages about what a person has marked and viewed. */
@Controller()
export class PersonalListsConsumer {
  constructor(private readonly lists: PersonalListsService) {}

  @Handles(messages.listFavorites)
  listFavorites(_request: Requests['listFavorites'], context: MessageContext) {
    return this.lists.list('favorites', context);
  }

  @Handles(messages.addFavorite)
  async addFavorite({ id }: Requests['addFavorite'], context: MessageContext) {
    await this.lists.addFavorite(id, context);
    return {};
  }

  @Handles(messages.removeFavorite)
  async removeFavorite({ id }: Requests['removeFavorite'], context: MessageContext) {
    await this.lists.removeFavorite(id, context);
    return {};
  }

  @Handles(messages.listRecent)
  listRecent(_request: Requests['listRecent'], context: MessageContext) {
    return this.lists.list('recent', context);
  }

  @Handles(messages.addRecent)
  async addRecent({ id }: Requests['addRecent'], context: MessageContext) {
    await this.lists.addRecent(id, context);
    return {};
  }
}
