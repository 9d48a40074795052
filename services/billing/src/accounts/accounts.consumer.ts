import { Handles, type MessageContext, requireRole } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { SignInService } from './sign-in.service.js';

/** Handles the messages about sign-in, and about the caller's own sessions. */
@Controller()
export class AccountsConsumer {
  constructor(private readonly signIns: SignInService) {}

  @Handles(messages.signIn)
  signIn(request: Requests['signIn']) {
    return this.signIns.signIn(request);
  }

  @Handles(messages.completeSignIn)
  completeSignIn(request: Requests['completeSignIn']) {
    return this.signIns.complete(request);
  }

  @Handles(messages.refreshSession)
  refresh({ refreshToken }: Requests['refreshSession']) {
    return this.signIns.refresh(refreshToken);
  }

  @Handles(messages.signOut)
  signOut({ token, refreshToken }: Requests['signOut']) {
    return this.signIns.signOut(token, refreshToken);
  }

  @Handles(messages.changePassword)
  changePassword(request: Requests['changePassword'], context: MessageContext) {
    return this.signIns.changePassword(request, context);
  }

  @Handles(messages.listSessions)
  listSessions(_request: Requests['listSessions'], context: MessageContext) {
    return this.signIns.list(requireRole(context, 'practitioner'));
  }

  @Handles(messages.endSession)
  endSession({ id }: Requests['endSession'], context: MessageContext) {
    return this.signIns.end(id, requireRole(context, 'practitioner'));
  }

  @Handles(messages.endSessions)
  endSessions(_request: Requests['endSessions'], context: MessageContext) {
    return this.signIns.endAll(requireRole(context, 'practitioner'));
  }
}
