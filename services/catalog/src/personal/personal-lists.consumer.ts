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
  addFavorite({ id }: Requests['addFavorite'], context: MessageContext) {
    return this.lists.addFavorite(id, context);
  }

  @Handles(messages.removeFavorite)
  removeFavorite({ id }: Requests['removeFavorite'], context: MessageContext) {
    return this.lists.removeFavorite(id, context);
  }

  @Handles(messages.listRecent)
  listRecent(_request: Requests['listRecent'], context: MessageContext) {
    return this.lists.list('recent', context);
  }

  @Handles(messages.addRecent)
  addRecent({ id }: Requests['addRecent'], context: MessageContext) {
    return this.lists.addRecent(id, context);
  }
}
