import { toCsv, toObjectId } from '@ctdb/chassis';
import {
  CSV_BOM,
  diseaseColumns,
  historyColumns,
  type exportDiseases,
  type exportHistory,
  type ReplyOf,
  type RequestOf,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { ExportRepository } from './export.repository.js';
import { toHistoryRow, toRows, toTransfer } from './transfer-rows.js';

/** A part ends after it; a message of the broker may have 16 MB. In characters. */
const MAX_PART_LENGTH = 2_000_000;

interface Row {
  id: string;
  text: string;
}

/** As many rows as fit into a part. */
const toPart = (start: string, rows: readonly Row[]): ReplyOf<typeof exportDiseases> => {
  let text = start;
  for (const [index, row] of rows.entries()) {
    if (index > 0 && text.length + row.text.length > MAX_PART_LENGTH)
      return { text, next: rows[index - 1]?.id };
    text += row.text;
  }
  const last = rows.at(-1);
  return last ? { text, next: last.id } : { text };
};

const header = (columns: readonly string[]) => `${CSV_BOM}${toCsv([columns])}`;
const toStart = (after: string | undefined) =>
  after === undefined ? undefined : toObjectId(after);

/** Writes stored data as files, part by part. The part without rows is the last one. */
@Injectable()
export class ExportService {
  constructor(private readonly repository: ExportRepository) {}

  async diseases({
    format,
    after,
  }: RequestOf<typeof exportDiseases>): Promise<ReplyOf<typeof exportDiseases>> {
    const found = await this.repository.diseasesAfter(toStart(after));
    const rows = found.map(({ disease, treatment }) => {
      const row = toTransfer(disease, treatment);
      const text = format === 'csv' ? toCsv(toRows(row)) : `${JSON.stringify(row)}\n`;
      return { id: disease._id.toHexString(), text };
    });
    return toPart(format === 'csv' && after === undefined ? header(diseaseColumns) : '', rows);
  }

  async history({
    after,
  }: RequestOf<typeof exportHistory>): Promise<ReplyOf<typeof exportHistory>> {
    const found = await this.repository.historyAfter(toStart(after));
    const rows = found.map(({ entry, disease }) => {
      const row = disease && toHistoryRow(entry, disease);
      const text = row ? toCsv([historyColumns.map((name) => row[name])]) : '';
      return { id: entry._id.toHexString(), text };
    });
    return toPart(after === undefined ? header(historyColumns) : '', rows);
  }
}
