import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  discardDeadLetter,
  getDeadLetter,
  listDeadLetters,
  replayDeadLetter,
  type ReplyOf,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { requireAdministrator } from '../administrators.js';
import { DeadLettersService } from './dead-letters.service.js';

/** Answers the messages about dead letters. */
@Controller()
export class DeadLettersConsumer {
  constructor(private readonly letters: DeadLettersService) {}

  @Handles(listDeadLetters)
  list(
    request: RequestOf<typeof listDeadLetters>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof listDeadLetters>> {
    requireAdministrator(context);
    return this.letters.list(request);
  }

  @Handles(getDeadLetter)
  get(
    { id }: RequestOf<typeof getDeadLetter>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof getDeadLetter>> {
    requireAdministrator(context);
    return this.letters.get(id);
  }

  @Handles(replayDeadLetter)
  async replay(
    { id }: RequestOf<typeof replayDeadLetter>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof replayDeadLetter>> {
    await this.letters.replay(id, {
      by: requireAdministrator(context),
      commandId: context.commandId,
    });
    return {};
  }

  @Handles(discardDeadLetter)
  async discard(
    { id }: RequestOf<typeof discardDeadLetter>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof discardDeadLetter>> {
    await this.letters.discard(id, {
      by: requireAdministrator(context),
      commandId: context.commandId,
    });
    return {};
  }
}
