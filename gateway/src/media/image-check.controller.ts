import { RpcClient } from '@ctdb/chassis';
import { type ImageHealth, type Locale, routes } from '@ctdb/contracts';
import { formatText, texts } from '@ctdb/contracts/texts';
import { Controller } from '@nestjs/common';
import { HttpReply } from '../http/http-reply.js';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';

/** The state or the result of a check of all images, in one sentence. */
const toMessage = (health: ImageHealth, locale: Locale): string => {
  const { status, checked, repaired, unrepairable } = health;
  const { imageCheck } = texts[locale].gateway;
  const message = formatText(imageCheck[status], { checked, repaired });
  const count = unrepairable.length;
  return status !== 'completed' || count === 0
    ? message
    : `${message} ${formatText(imageCheck.unrepairable, { count })}`;
};

/** Checks and repairs of all images. */
@Controller()
export class ImageCheckController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.fixImages)
  async fix({ context }: InputOf<typeof routes.fixImages>) {
    const health = await this.rpc.call(routes.fixImages, {}, context);
    const message = toMessage(health, context.locale);
    const body = { ...health, message, ...(health.status === 'failed' ? { error: message } : {}) };
    return health.status === 'running' ? new HttpReply(body, {}, 202) : body;
  }
}
