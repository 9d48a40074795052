import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  changePersonRole,
  createPersonLink,
  endPersonSessions,
  invitePerson,
  listPeople,
  openLink,
  removePersonFactors,
  sendPersonLink,
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

  @Handles(setPersonDisabled)
  setDisabled(request: RequestOf<typeof setPersonDisabled>, context: MessageContext) {
    return this.people.setDisabled(request, context);
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
  async sendLink(request: RequestOf<typeof sendPersonLink>, context: MessageContext) {
    await this.people.sendLink(request, context);
    return {};
  }

  @Handles(endPersonSessions)
  async endSessions({ id }: RequestOf<typeof endPersonSessions>, context: MessageContext) {
    await this.people.endSessions(id, context);
    return {};
  }

  @Handles(openLink)
  openLink({ token }: RequestOf<typeof openLink>) {
    return this.links.open(token);
  }

  @Handles(setPasswordByLink)
  async setPasswordByLink(
    request: RequestOf<typeof setPasswordByLink>,
    { commandId }: MessageContext,
  ) {
    await this.links.use(request, commandId);
    return {};
  }
}
