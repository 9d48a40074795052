import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  discardDeadLetter,
  getDeadLetter,
  listDeadLetters,
  replayDeadLetter,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { DeadLettersService } from './dead-letters.service.js';

/** Answers the messages about dead letters. */
@Controller()
export class DeadLettersConsumer {
  constructor(private readonly deadLetters: DeadLettersService) {}

  @Handles(listDeadLetters)
  list(request: RequestOf<typeof listDeadLetters>) {
    return this.deadLetters.list(request);
  }

  @Handles(getDeadLetter)
  get({ id }: RequestOf<typeof getDeadLetter>) {
    return this.deadLetters.get(id);
  }

  @Handles(replayDeadLetter)
  replay({ id }: RequestOf<typeof replayDeadLetter>, context: MessageContext) {
    return this.deadLetters.replay(id, context);
  }

  @Handles(discardDeadLetter)
  discard({ id }: RequestOf<typeof discardDeadLetter>, context: MessageContext) {
    return this.deadLetters.discard(id, context);
  }
}
