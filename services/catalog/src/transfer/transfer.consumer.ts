import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  cancelImport,
  exportDiseases,
  exportHistory,
  exportNotes,
  exportPractice,
  getImport,
  listImports,
  listNamedTreatments,
  locateImportFile,
  runImport,
  startImport,
  undoImport,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { ExportService } from './export.service.js';
import { ImportsService } from './imports.service.js';

/** Answers the messages about exports and imports. */
@Controller()
export class TransferConsumer {
  constructor(
    private readonly exports: ExportService,
    private readonly imports: ImportsService,
  ) {}

  @Handles(exportDiseases)
  exportDiseases(request: RequestOf<typeof exportDiseases>) {
    return this.exports.diseases(request);
  }

  @Handles(exportHistory)
  exportHistory(request: RequestOf<typeof exportHistory>) {
    return this.exports.entries('history', request);
  }

  @Handles(exportNotes)
  exportNotes(request: RequestOf<typeof exportNotes>) {
    return this.exports.entries('note', request);
  }

  @Handles(exportPractice)
  exportPractice(request: RequestOf<typeof exportPractice>) {
    return this.exports.practice(request);
  }

  @Handles(listNamedTreatments)
  listNamedTreatments(request: RequestOf<typeof listNamedTreatments>) {
    return this.exports.namedTreatments(request);
  }

  @Handles(locateImportFile)
  locate() {
    return this.imports.locate();
  }

  @Handles(startImport)
  start(request: RequestOf<typeof startImport>, context: MessageContext) {
    return this.imports.start(request, context);
  }

  @Handles(listImports)
  list(request: RequestOf<typeof listImports>) {
    return this.imports.list(request);
  }

  @Handles(getImport)
  get({ id }: RequestOf<typeof getImport>) {
    return this.imports.get(id);
  }

  @Handles(runImport)
  run(request: RequestOf<typeof runImport>, context: MessageContext) {
    return this.imports.run(request, context);
  }

  @Handles(cancelImport)
  cancel({ id }: RequestOf<typeof cancelImport>) {
    return this.imports.cancel(id);
  }

  @Handles(undoImport)
  undo({ id }: RequestOf<typeof undoImport>, context: MessageContext) {
    return this.imports.undo(id, context);
  }
}
