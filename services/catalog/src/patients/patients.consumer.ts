import { Handles, type MessageContext } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { ErasuresService } from './erasures.service.js';
import { PatientChangesService } from './patient-changes.service.js';
import { PatientsService } from './patients.service.js';

/** Answers the messages about patients. */
@Controller()
export class PatientsConsumer {
  constructor(
    private readonly patients: PatientsService,
    private readonly changes: PatientChangesService,
    private readonly erasures: ErasuresService,
  ) {}

  @Handles(messages.listPatients)
  list(request: Requests['listPatients'], { subject }: MessageContext) {
    return this.patients.list(request, subject);
  }

  @Handles(messages.searchPatients)
  search(request: Requests['searchPatients'], { subject }: MessageContext) {
    return this.patients.list(request, subject);
  }

  @Handles(messages.getPatient)
  get({ id }: Requests['getPatient'], { subject }: MessageContext) {
    return this.patients.get(id, subject);
  }

  @Handles(messages.listPatientEntries)
  listEntries(request: Requests['listPatientEntries'], { subject }: MessageContext) {
    return this.patients.listEntries(request, subject);
  }

  @Handles(messages.exportPatient)
  export({ id }: Requests['exportPatient'], { subject }: MessageContext) {
    return this.patients.export(id, subject);
  }

  @Handles(messages.updatePatient)
  update(request: Requests['updatePatient'], context: MessageContext) {
    return this.changes.update(request, context);
  }

  @Handles(messages.mergePatients)
  merge(request: Requests['mergePatients'], context: MessageContext) {
    return this.changes.merge(request, context);
  }

  @Handles(messages.undoMerge)
  undoMerge(request: Requests['undoMerge'], context: MessageContext) {
    return this.changes.undo(request, context);
  }

  @Handles(messages.splitPatient)
  split(request: Requests['splitPatient'], context: MessageContext) {
    return this.changes.split(request, context);
  }

  @Handles(messages.findNamesakes)
  findNamesakes(request: Requests['findNamesakes'], { subject }: MessageContext) {
    return this.patients.findNamesakes(request, subject);
  }

  @Handles(messages.listMentions)
  listMentions(request: Requests['listMentions'], { subject }: MessageContext) {
    return this.erasures.listMentions(request, subject);
  }

  @Handles(messages.erasePatient)
  erase(request: Requests['erasePatient'], context: MessageContext) {
    return this.erasures.erase(request, context);
  }
}
