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
import { SignInService } from './sign-in.service.js';

/** Handles the messages about sign-in, and about the caller's own sessions. */
@Controller()
export class AccountsConsumer {
  constructor(private readonly signIns: SignInService) {}

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
    return this.signIns.refresh(refreshToken);
  }

  @Handles(signOut)
  signOut({ token, refreshToken }: RequestOf<typeof signOut>) {
    return this.signIns.signOut(token, refreshToken);
  }

  @Handles(changePassword)
  changePassword(request: RequestOf<typeof changePassword>, context: MessageContext) {
    return this.signIns.changePassword(request, context);
  }

  @Handles(listSessions)
  listSessions(_request: RequestOf<typeof listSessions>, context: MessageContext) {
    return this.signIns.list(requireRole(context, 'practitioner'));
  }

  @Handles(endSession)
  endSession({ id }: RequestOf<typeof endSession>, context: MessageContext) {
    return this.signIns.end(id, requireRole(context, 'practitioner'));
  }

  @Handles(endSessions)
  endSessions(_request: RequestOf<typeof endSessions>, context: MessageContext) {
    return this.signIns.endAll(requireRole(context, 'practitioner'));
  }
}
