import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  changePassword,
  completeSignIn,
  refreshSession,
  signIn,
  signOut,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { OwnSessionsService } from './own-sessions.service.js';
import { SignInService } from './sign-in.service.js';

/** Handles the messages about sign-in. */
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
  async signOut({ token, refreshToken }: RequestOf<typeof signOut>) {
    await this.sessions.signOut(token, refreshToken);
    return {};
  }

  @Handles(changePassword)
  async changePassword(request: RequestOf<typeof changePassword>, context: MessageContext) {
    await this.signIns.changePassword(request, context);
    return {};
  }
}
