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
import { PasswordChangeService } from './password-change.service.js';
import { RefreshService } from './refresh.service.js';
import { SecondStepService } from './second-step.service.js';
import { SignInService } from './sign-in.service.js';

/** Handles the messages about sign-in. */
@Controller()
export class AccountsConsumer {
  constructor(
    private readonly signIns: SignInService,
    private readonly secondSteps: SecondStepService,
    private readonly refreshes: RefreshService,
    private readonly passwordChanges: PasswordChangeService,
  ) {}

  @Handles(signIn)
  signIn(request: RequestOf<typeof signIn>) {
    return this.signIns.signIn(request);
  }

  @Handles(completeSignIn)
  completeSignIn(request: RequestOf<typeof completeSignIn>) {
    return this.secondSteps.complete(request);
  }

  @Handles(refreshSession)
  refresh({ refreshToken }: RequestOf<typeof refreshSession>) {
    return this.refreshes.refresh(refreshToken);
  }

  @Handles(signOut)
  async signOut({ token, refreshToken }: RequestOf<typeof signOut>) {
    await this.refreshes.signOut(token, refreshToken);
    return {};
  }

  @Handles(changePassword)
  async changePassword(request: RequestOf<typeof changePassword>, context: MessageContext) {
    await this.passwordChanges.change(request, context);
    return {};
  }
}
