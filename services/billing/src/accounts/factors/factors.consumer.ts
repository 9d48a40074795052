import { Handles, type MessageContext, requireRole } from '@ctdb/chassis';
import {
  addPasskey,
  addTotp,
  confirm,
  getFactors,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  startConfirmation,
  startPasskey,
  startTotp,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { FactorsService } from './factors.service.js';

const toPerson = (context: MessageContext) => requireRole(context, 'practitioner');

/** Handles the messages about the caller's own second factors, and confirmations by them. */
@Controller()
export class FactorsConsumer {
  constructor(private readonly factors: FactorsService) {}

  @Handles(getFactors)
  get(_request: RequestOf<typeof getFactors>, context: MessageContext) {
    return this.factors.get(toPerson(context));
  }

  @Handles(startTotp)
  startTotp(_request: RequestOf<typeof startTotp>, context: MessageContext) {
    return this.factors.startTotp(toPerson(context));
  }

  @Handles(addTotp)
  addTotp(request: RequestOf<typeof addTotp>, context: MessageContext) {
    return this.factors.addTotp(request, toPerson(context));
  }

  @Handles(removeTotp)
  removeTotp(_request: RequestOf<typeof removeTotp>, context: MessageContext) {
    return this.factors.removeTotp(toPerson(context));
  }

  @Handles(startPasskey)
  startPasskey(_request: RequestOf<typeof startPasskey>, context: MessageContext) {
    return this.factors.startPasskey(toPerson(context));
  }

  @Handles(addPasskey)
  addPasskey(request: RequestOf<typeof addPasskey>, context: MessageContext) {
    return this.factors.addPasskey(request, toPerson(context));
  }

  @Handles(removePasskey)
  removePasskey({ id }: RequestOf<typeof removePasskey>, context: MessageContext) {
    return this.factors.removePasskey(id, toPerson(context));
  }

  @Handles(renewRecoveryCodes)
  renewRecoveryCodes(_request: RequestOf<typeof renewRecoveryCodes>, context: MessageContext) {
    return this.factors.renewRecoveryCodes(toPerson(context));
  }

  @Handles(startConfirmation)
  startConfirmation(_request: RequestOf<typeof startConfirmation>, context: MessageContext) {
    return this.factors.startConfirmation(toPerson(context));
  }

  @Handles(confirm)
  confirm(request: RequestOf<typeof confirm>, context: MessageContext) {
    return this.factors.confirm(request, toPerson(context));
  }
}
