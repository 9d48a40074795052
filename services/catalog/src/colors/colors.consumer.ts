import { Handles, type MessageContext } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { ColorsService } from './colors.service.js';

/** Answers the messages about added colors. */
@Controller()
export class ColorsConsumer {
  constructor(private readonly colors: ColorsService) {}

  @Handles(messages.listColors)
  list(_request: Requests['listColors']) {
    return this.colors.list();
  }

  @Handles(messages.addColor)
  add(request: Requests['addColor'], context: MessageContext) {
    return this.colors.add(request, context);
  }

  @Handles(messages.deleteColor)
  delete(request: Requests['deleteColor'], context: MessageContext) {
    return this.colors.delete(request, context);
  }
}
