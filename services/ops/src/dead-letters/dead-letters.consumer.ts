import { Handles, type MessageContext } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { DeadLettersService } from './dead-letters.service.js';

/** Answers the messages about dead letters. */
@Controller()
export class DeadLettersConsumer {
  constructor(private readonly deadLetters: DeadLettersService) {}

  @Handles(messages.listDeadLetters)
  list(request: Requests['listDeadLetters']) {
    return this.deadLetters.list(request);
  }

  @Handles(messages.getDeadLetter)
  get({ id }: Requests['getDeadLetter']) {
    return this.deadLetters.get(id);
  }

  @Handles(messages.replayDeadLetter)
  replay({ id }: Requests['replayDeadLetter'], context: MessageContext) {
    return this.deadLetters.replay(id, context);
  }

  @Handles(messages.discardDeadLetter)
  discard({ id }: Requests['discardDeadLetter'], context: MessageContext) {
    return this.deadLetters.discard(id, context);
  }
}
