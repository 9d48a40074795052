import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  erasePatient,
  exportPatient,
  findNamesakes,
  getPatient,
  listMentions,
  listPatientEntries,
  listPatients,
  mergePatients,
  searchPatients,
  splitPatient,
  undoMerge,
  updatePatient,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { ErasuresService } from './erasures.service.js';
import { PatientChangesService } from './patient-changes.service.js';
import { PatientMergesService } from './patient-merges.service.js';
import { PatientsService } from './patients.service.js';

/** Answers the messages about patients. */
@Controller()
export class PatientsConsumer {
  constructor(
    private readonly patients: PatientsService,
    private readonly changes: PatientChangesService,
    private readonly merges: PatientMergesService,
    private readonly erasures: ErasuresService,
  ) {}

  @Handles(listPatients)
  list(request: RequestOf<typeof listPatients>, { subject }: MessageContext) {
    return this.patients.list(request, subject);
  }

  @Handles(searchPatients)
  search(request: RequestOf<typeof searchPatients>, { subject }: MessageContext) {
    return this.patients.list(request, subject);
  }

  @Handles(getPatient)
  get({ id }: RequestOf<typeof getPatient>, { subject }: MessageContext) {
    return this.patients.get(id, subject);
  }

  @Handles(listPatientEntries)
  listEntries(request: RequestOf<typeof listPatientEntries>, { subject }: MessageContext) {
    return this.patients.listEntries(request, subject);
  }

  @Handles(exportPatient)
  export({ id }: RequestOf<typeof exportPatient>, { subject }: MessageContext) {
    return this.patients.export(id, subject);
  }

  @Handles(updatePatient)
  update(request: RequestOf<typeof updatePatient>, context: MessageContext) {
    return this.changes.update(request, context);
  }

  @Handles(mergePatients)
  merge(request: RequestOf<typeof mergePatients>, context: MessageContext) {
    return this.merges.merge(request, context);
  }

  @Handles(undoMerge)
  undoMerge(request: RequestOf<typeof undoMerge>, context: MessageContext) {
    return this.merges.undo(request, context);
  }

  @Handles(splitPatient)
  split(request: RequestOf<typeof splitPatient>, context: MessageContext) {
    return this.merges.split(request, context);
  }

  @Handles(findNamesakes)
  findNamesakes(request: RequestOf<typeof findNamesakes>, { subject }: MessageContext) {
    return this.patients.findNamesakes(request, subject);
  }

  @Handles(listMentions)
  listMentions(request: RequestOf<typeof listMentions>, { subject }: MessageContext) {
    return this.erasures.listMentions(request, subject);
  }

  @Handles(erasePatient)
  erase(request: RequestOf<typeof erasePatient>, context: MessageContext) {
    return this.erasures.erase(request, context);
  }
}
