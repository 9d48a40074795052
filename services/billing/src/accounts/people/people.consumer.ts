import { requireRole } from '@ctdb/chassis';
import { Controller } from '@nestjs/common';
import { HandlesMessages } from '../../handles-messages.js';
import { LinksService } from './links.service.js';
import { PeopleService } from './people.service.js';

/** Handles the messages about persons of the team. */
@Controller()
@HandlesMessages<PeopleConsumer>({
  listPeople: ({ people }, request, context) => people.list(request, context),
  invitePerson: ({ people }, request, context) => people.invite(request, context),
  changePersonRole: ({ people }, request, context) => people.changeRole(request, context),
  setPersonContact: ({ people }, request, context) => people.setContact(request, context),
  getContact: ({ people }, _, context) =>
    people.getOwnContact(requireRole(context, 'practitioner')),
  setContact: ({ people }, contact, context) =>
    people.setOwnContact(contact, requireRole(context, 'practitioner')),
  setPersonDisabled: ({ people }, request, context) => people.setDisabled(request, context),
  erasePerson: ({ people }, { id }, context) => people.erase(id, context),
  removePersonFactors: ({ people }, { id }, context) => people.removeFactors(id, context),
  createPersonLink: ({ people }, { id }, context) => people.createLink(id, context),
  sendPersonLink: ({ people }, request, context) => people.sendLink(request, context),
  sendForgottenLink: ({ links }, { account }, context) => links.request(account, context),
  endPersonSessions: ({ people }, { id }, context) => people.endSessions(id, context),
  openLink: ({ links }, { token }) => links.open(token),
  setPasswordByLink: ({ links }, request, { commandId }) => links.use(request, commandId),
})
export class PeopleConsumer {
  constructor(
    readonly people: PeopleService,
    readonly links: LinksService,
  ) {}
}
