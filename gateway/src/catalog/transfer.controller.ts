import { Readable } from 'node:stream';
import { RpcClient, toCsv } from '@ctdb/chassis';
import {
  CSV_BOM,
  DomainError,
  diseaseColumns,
  type ImportColumn,
  importFormats,
  importMediaTypes,
  locateImportFile,
  MAX_IMPORT_BYTES,
  MAX_WORKBOOK_BYTES,
  routes,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { HttpReply } from '../http/http-reply.js';
import { sendParts, toFileHeaders } from '../http/parts.js';
import { type Inputs, Route } from '../http/route.js';
import { putStream } from '../media/object-storage-client.js';
import { getRequestContext } from '../http/request-context.js';

/** Exports as files, read part by part while the client takes them; and files of imports. */
@Controller()
export class TransferController {
  constructor(private readonly rpc: RpcClient) {}

  @Route(routes.exportDiseases)
  exportDiseases({ query, context, request }: Inputs['exportDiseases']) {
    const { format } = query;
    return sendParts(request, toFileHeaders('diseases', format), (after) =>
      this.rpc.call(routes.exportDiseases, { format, after }, context),
    );
  }

  @Route(routes.exportHistory)
  exportHistory({ context, request }: Inputs['exportHistory']) {
    return sendParts(request, toFileHeaders('history', 'csv'), (after) =>
      this.rpc.call(routes.exportHistory, { after }, context),
    );
  }

  @Route(routes.exportNotes)
  exportNotes({ context, request }: Inputs['exportNotes']) {
    return sendParts(request, toFileHeaders('notes', 'csv'), (after) =>
      this.rpc.call(routes.exportNotes, { after }, context),
    );
  }

  @Route(routes.getImportTemplate)
  template() {
    const body = Buffer.from(`${CSV_BOM}${toCsv([diseaseColumns])}`);
    return HttpReply.raw(body, toFileHeaders('empty-table', 'csv'));
  }

  /** The file goes to object storage as it arrives. */
  @Route(routes.startImport)
  async startImport({ query, context, request }: Inputs['startImport']) {
    const { body, headers, mediaType } = request;
    const bytes = Number(headers['content-length'] ?? 0);
    const format = importFormats.find((each) => importMediaTypes[each] === mediaType) ?? 'json';
    const limit = format === 'xlsx' ? MAX_WORKBOOK_BYTES : MAX_IMPORT_BYTES;
    if (!(body instanceof Readable)) throw new DomainError('FILE_REQUIRED');
    try {
      if (bytes === 0) throw new DomainError('FILE_REQUIRED');
      if (bytes > limit) throw new DomainError('PAYLOAD_TOO_LARGE', { limit });
      // A file may take longer than other bodies.
      getRequestContext(request).releaseBodyTimeout();
      const { id, putUrl } = await this.rpc.call(locateImportFile, {}, context);
      await putStream(putUrl, body, bytes);
      const { name, losses } = query;
      const dryRun = query.dryRun !== 'false';
      // The service checks them.
      const columns = query.columns?.split(',') as ImportColumn[] | undefined;
      const file = { id, format, bytes, name, dryRun, columns, losses };
      return await this.rpc.call(routes.startImport, file, context);
    } catch (error) {
      // The rest is read, so that the client, which still sends, gets the answer.
      body.resume();
      throw error;
    }
  }
}
