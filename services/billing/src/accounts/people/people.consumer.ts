import { Handles, type MessageContext, requireRole } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { LinksService } from './links.service.js';
import { PeopleService } from './people.service.js';

/** Handles the messages about persons of the team. */
@Controller()
export class PeopleConsumer {
  constructor(
    private readonly people: PeopleService,
    private readonly links: LinksService,
  ) {}

  @Handles(messages.listPeople)
  list(request: Requests['listPeople'], context: MessageContext) {
    return this.people.list(request, context);
  }

  @Handles(messages.invitePerson)
  invite(request: Requests['invitePerson'], context: MessageContext) {
    return this.people.invite(request, context);
  }

  @Handles(messages.changePersonRole)
  changeRole(request: Requests['changePersonRole'], context: MessageContext) {
    return this.people.changeRole(request, context);
  }

  @Handles(messages.setPersonContact)
  setPersonContact(request: Requests['setPersonContact'], context: MessageContext) {
    return this.people.setContact(request, context);
  }

  @Handles(messages.getContact)
  getContact(_request: Requests['getContact'], context: MessageContext) {
    return this.people.getOwnContact(requireRole(context, 'practitioner'));
  }

  @Handles(messages.setContact)
  setContact(contact: Requests['setContact'], context: MessageContext) {
    return this.people.setOwnContact(contact, requireRole(context, 'practitioner'));
  }

  @Handles(messages.setPersonDisabled)
  setDisabled(request: Requests['setPersonDisabled'], context: MessageContext) {
    return this.people.setDisabled(request, context);
  }

  @Handles(messages.erasePerson)
  erase({ id }: Requests['erasePerson'], context: MessageContext) {
    return this.people.erase(id, context);
  }

  @Handles(messages.removePersonFactors)
  removeFactors({ id }: Requests['removePersonFactors'], context: MessageContext) {
    return this.people.removeFactors(id, context);
  }

  @Handles(messages.createPersonLink)
  createLink({ id }: Requests['createPersonLink'], context: MessageContext) {
    return this.people.createLink(id, context);
  }

  @Handles(messages.sendPersonLink)
  sendLink(request: Requests['sendPersonLink'], context: MessageContext) {
    return this.people.sendLink(request, context);
  }

  @Handles(messages.sendForgottenLink)
  sendForgottenLink({ account }: Requests['sendForgottenLink'], context: MessageContext) {
    return this.links.request(account, context);
  }

  @Handles(messages.endPersonSessions)
  endSessions({ id }: Requests['endPersonSessions'], context: MessageContext) {
    return this.people.endSessions(id, context);
  }

  @Handles(messages.openLink)
  openLink({ token }: Requests['openLink']) {
    return this.links.open(token);
  }

  @Handles(messages.setPasswordByLink)
  setPasswordByLink(request: Requests['setPasswordByLink'], { commandId }: MessageContext) {
    return this.links.use(request, commandId);
  }
}
