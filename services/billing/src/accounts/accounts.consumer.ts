import { requireRole } from '@ctdb/chassis';
import { Controller } from '@nestjs/common';
import { HandlesMessages } from '../handles-messages.js';
import { SignInService } from './sign-in.service.js';

/** Handles the messages about sign-in, and about the caller's own sessions. */
@Controller()
@HandlesMessages<AccountsConsumer>({
  signIn: ({ signIns }, request) => signIns.signIn(request),
  completeSignIn: ({ signIns }, request) => signIns.complete(request),
  refreshSession: ({ signIns }, { refreshToken }) => signIns.refresh(refreshToken),
  signOut: ({ signIns }, { token, refreshToken }) => signIns.signOut(token, refreshToken),
  changePassword: ({ signIns }, request, context) => signIns.changePassword(request, context),
  listSessions: ({ signIns }, _, context) => signIns.list(requireRole(context, 'practitioner')),
  endSession: ({ signIns }, { id }, context) =>
    signIns.end(id, requireRole(context, 'practitioner')),
  endSessions: ({ signIns }, _, context) => signIns.endAll(requireRole(context, 'practitioner')),
})
export class AccountsConsumer {
  constructor(readonly signIns: SignInService) {}
}
