import { Handles, type MessageContext, requireRole } from '@ctdb/chassis';
import { endSession, endSessions, listSessions, type RequestOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { OwnSessionsService } from './own-sessions.service.js';

/** Handles the messages about the caller's own sessions. */
@Controller()
export class SessionsConsumer {
  constructor(private readonly ownSessions: OwnSessionsService) {}

  @Handles(listSessions)
  list(_request: RequestOf<typeof listSessions>, context: MessageContext) {
    return this.ownSessions.list(requireRole(context, 'practitioner'));
  }

  @Handles(endSession)
  async end({ id }: RequestOf<typeof endSession>, context: MessageContext) {
    await this.ownSessions.end(id, requireRole(context, 'practitioner'));
    return {};
  }

  @Handles(endSessions)
  async endAll(_request: RequestOf<typeof endSessions>, context: MessageContext) {
    await this.ownSessions.endAll(requireRole(context, 'practitioner'));
    return {};
  }
}
