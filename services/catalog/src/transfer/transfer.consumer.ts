import { Handles, type MessageContext } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
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

  @Handles(messages.exportDiseases)
  exportDiseases(request: Requests['exportDiseases']) {
    return this.exports.diseases(request);
  }

  @Handles(messages.exportHistory)
  exportHistory(request: Requests['exportHistory']) {
    return this.exports.entries('history', request);
  }

  @Handles(messages.exportNotes)
  exportNotes(request: Requests['exportNotes']) {
    return this.exports.entries('note', request);
  }

  @Handles(messages.exportPractice)
  exportPractice(request: Requests['exportPractice']) {
    return this.exports.practice(request);
  }

  @Handles(messages.listNamedTreatments)
  listNamedTreatments(request: Requests['listNamedTreatments']) {
    return this.exports.namedTreatments(request);
  }

  @Handles(messages.locateImportFile)
  locate() {
    return this.imports.locate();
  }

  @Handles(messages.startImport)
  start(request: Requests['startImport'], context: MessageContext) {
    return this.imports.start(request, context);
  }

  @Handles(messages.listImports)
  list(request: Requests['listImports']) {
    return this.imports.list(request);
  }

  @Handles(messages.getImport)
  get({ id }: Requests['getImport']) {
    return this.imports.get(id);
  }

  @Handles(messages.runImport)
  run(request: Requests['runImport'], context: MessageContext) {
    return this.imports.run(request, context);
  }

  @Handles(messages.cancelImport)
  cancel({ id }: Requests['cancelImport']) {
    return this.imports.cancel(id);
  }

  @Handles(messages.undoImport)
  undo({ id }: Requests['undoImport'], context: MessageContext) {
    return this.imports.undo(id, context);
  }
}
