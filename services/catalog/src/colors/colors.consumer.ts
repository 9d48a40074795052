import { Handles, type MessageContext } from '@ctdb/chassis';
import { addColor, deleteColor, listColors, type RequestOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { ColorsService } from './colors.service.js';

/** Answers the messages about added colors. */
@Controller()
export class ColorsConsumer {
  constructor(private readonly colors: ColorsService) {}

  @Handles(listColors)
  list(_request: RequestOf<typeof listColors>) {
    return this.colors.list();
  }

  @Handles(addColor)
  add(request: RequestOf<typeof addColor>, context: MessageContext) {
    return this.colors.add(request, context);
  }

  @Handles(deleteColor)
  async delete(request: RequestOf<typeof deleteColor>, context: MessageContext) {
    await this.colors.delete(request, context);
    return {};
  }
}
