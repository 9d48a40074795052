import { Handles, type MessageContext, requireRole } from '@ctdb/chassis';
import {
  changePersonRole,
  createPersonLink,
  endPersonSessions,
  erasePerson,
  getContact,
  invitePerson,
  listPeople,
  openLink,
  removePersonFactors,
  sendForgottenLink,
  sendPersonLink,
  setContact,
  setPersonContact,
  setPersonDisabled,
  setPasswordByLink,
  type RequestOf,
} from '@ctdb/contracts';
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

  @Handles(listPeople)
  list(request: RequestOf<typeof listPeople>, context: MessageContext) {
    return this.people.list(request, context);
  }

  @Handles(invitePerson)
  invite(request: RequestOf<typeof invitePerson>, context: MessageContext) {
    return this.people.invite(request, context);
  }

  @Handles(changePersonRole)
  changeRole(request: RequestOf<typeof changePersonRole>, context: MessageContext) {
    return this.people.changeRole(request, context);
  }

  @Handles(setPersonContact)
  setPersonContact(request: RequestOf<typeof setPersonContact>, context: MessageContext) {
    return this.people.setContact(request, context);
  }

  @Handles(getContact)
  getContact(_request: RequestOf<typeof getContact>, context: MessageContext) {
    return this.people.getOwnContact(requireRole(context, 'practitioner'));
  }

  @Handles(setContact)
  setContact(contact: RequestOf<typeof setContact>, context: MessageContext) {
    return this.people.setOwnContact(contact, requireRole(context, 'practitioner'));
  }

  @Handles(setPersonDisabled)
  setDisabled(request: RequestOf<typeof setPersonDisabled>, context: MessageContext) {
    return this.people.setDisabled(request, context);
  }

  @Handles(erasePerson)
  erase({ id }: RequestOf<typeof erasePerson>, context: MessageContext) {
    return this.people.erase(id, context);
  }

  @Handles(removePersonFactors)
  removeFactors({ id }: RequestOf<typeof removePersonFactors>, context: MessageContext) {
    return this.people.removeFactors(id, context);
  }

  @Handles(createPersonLink)
  createLink({ id }: RequestOf<typeof createPersonLink>, context: MessageContext) {
    return this.people.createLink(id, context);
  }

  @Handles(sendPersonLink)
  sendLink(request: RequestOf<typeof sendPersonLink>, context: MessageContext) {
    return this.people.sendLink(request, context);
  }

  @Handles(sendForgottenLink)
  sendForgottenLink({ account }: RequestOf<typeof sendForgottenLink>, context: MessageContext) {
    return this.links.request(account, context);
  }

  @Handles(endPersonSessions)
  endSessions({ id }: RequestOf<typeof endPersonSessions>, context: MessageContext) {
    return this.people.endSessions(id, context);
  }

  @Handles(openLink)
  openLink({ token }: RequestOf<typeof openLink>) {
    return this.links.open(token);
  }

  @Handles(setPasswordByLink)
  setPasswordByLink(request: RequestOf<typeof setPasswordByLink>, { commandId }: MessageContext) {
    return this.links.use(request, commandId);
  }
}
