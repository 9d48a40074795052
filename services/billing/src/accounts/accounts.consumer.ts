import { Handles, type MessageContext, requireRole } from '@ctdb/chassis';
import {
  changePassword,
  completeSignIn,
  endSession,
  endSessions,
  listSessions,
  refreshSession,
  signIn,
  signOut,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { OwnSessionsService } from './own-sessions.service.js';
import { SignInService } from './sign-in.service.js';

/** Handles the messages about sign-in, and about the caller's own sessions. */
@Controller()
export class AccountsConsumer {
  constructor(
    private readonly signIns: SignInService,
    private readonly sessions: OwnSessionsService,
  ) {}

  @Handles(signIn)
  signIn(request: RequestOf<typeof signIn>) {
    return this.signIns.signIn(request);
  }

  @Handles(completeSignIn)
  completeSignIn(request: RequestOf<typeof completeSignIn>) {
    return this.signIns.complete(request);
  }

  @Handles(refreshSession)
  refresh({ refreshToken }: RequestOf<typeof refreshSession>) {
    return this.sessions.refresh(refreshToken);
  }

  @Handles(signOut)
  signOut({ token, refreshToken }: RequestOf<typeof signOut>) {
    return this.sessions.signOut(token, refreshToken);
  }

  @Handles(changePassword)
  changePassword(request: RequestOf<typeof changePassword>, context: MessageContext) {
    return this.signIns.changePassword(request, context);
  }

  @Handles(listSessions)
  listSessions(_request: RequestOf<typeof listSessions>, context: MessageContext) {
    return this.sessions.list(requireRole(context, 'practitioner'));
  }

  @Handles(endSession)
  endSession({ id }: RequestOf<typeof endSession>, context: MessageContext) {
    return this.sessions.end(id, requireRole(context, 'practitioner'));
  }

  @Handles(endSessions)
  endSessions(_request: RequestOf<typeof endSessions>, context: MessageContext) {
    return this.sessions.endAll(requireRole(context, 'practitioner'));
  }
}
