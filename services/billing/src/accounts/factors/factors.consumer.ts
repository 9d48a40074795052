import { Handles, type MessageContext, requireRole } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { FactorsService } from './factors.service.js';

const toPerson = (context: MessageContext) => requireRole(context, 'practitioner');

/** Handles the messages about the caller's own second factors, and confirmations by them. */
@Controller()
export class FactorsConsumer {
  constructor(private readonly factors: FactorsService) {}

  @Handles(messages.getFactors)
  get(_request: Requests['getFactors'], context: MessageContext) {
    return this.factors.get(toPerson(context));
  }

  @Handles(messages.startTotp)
  startTotp(_request: Requests['startTotp'], context: MessageContext) {
    return this.factors.startTotp(toPerson(context));
  }

  @Handles(messages.addTotp)
  addTotp(request: Requests['addTotp'], context: MessageContext) {
    return this.factors.addTotp(request, toPerson(context));
  }

  @Handles(messages.removeTotp)
  removeTotp(_request: Requests['removeTotp'], context: MessageContext) {
    return this.factors.removeTotp(toPerson(context));
  }

  @Handles(messages.startPasskey)
  startPasskey(_request: Requests['startPasskey'], context: MessageContext) {
    return this.factors.startPasskey(toPerson(context));
  }

  @Handles(messages.addPasskey)
  addPasskey(request: Requests['addPasskey'], context: MessageContext) {
    return this.factors.addPasskey(request, toPerson(context));
  }

  @Handles(messages.removePasskey)
  removePasskey({ id }: Requests['removePasskey'], context: MessageContext) {
    return this.factors.removePasskey(id, toPerson(context));
  }

  @Handles(messages.renewRecoveryCodes)
  renewRecoveryCodes(_request: Requests['renewRecoveryCodes'], context: MessageContext) {
    return this.factors.renewRecoveryCodes(toPerson(context));
  }

  @Handles(messages.startConfirmation)
  startConfirmation(_request: Requests['startConfirmation'], context: MessageContext) {
    return this.factors.startConfirmation(toPerson(context));
  }

  @Handles(messages.confirm)
  confirm(request: Requests['confirm'], context: MessageContext) {
    return this.factors.confirm(request, toPerson(context));
  }
}
