import { type MessageContext, requireRole } from '@ctdb/chassis';
import { Controller } from '@nestjs/common';
import { HandlesMessages } from '../../handles-messages.js';
import { FactorsService } from './factors.service.js';

const toPerson = (context: MessageContext) => requireRole(context, 'practitioner');

/** Handles the messages about the caller's own second factors, and confirmations by them. */
@Controller()
@HandlesMessages<FactorsConsumer>({
  getFactors: ({ factors }, _, context) => factors.get(toPerson(context)),
  startTotp: ({ factors }, _, context) => factors.startTotp(toPerson(context)),
  addTotp: ({ factors }, request, context) => factors.addTotp(request, toPerson(context)),
  removeTotp: ({ factors }, _, context) => factors.removeTotp(toPerson(context)),
  startPasskey: ({ factors }, _, context) => factors.startPasskey(toPerson(context)),
  addPasskey: ({ factors }, request, context) => factors.addPasskey(request, toPerson(context)),
  removePasskey: ({ factors }, { id }, context) => factors.removePasskey(id, toPerson(context)),
  renewRecoveryCodes: ({ factors }, _, context) => factors.renewRecoveryCodes(toPerson(context)),
  startConfirmation: ({ factors }, _, context) => factors.startConfirmation(toPerson(context)),
  confirm: ({ factors }, request, context) => factors.confirm(request, toPerson(context)),
})
export class FactorsConsumer {
  constructor(readonly factors: FactorsService) {}
}
