import { toCsv } from '@ctdb/chassis';
import {
  CSV_BOM,
  diseaseColumns,
  historyColumns,
  noteColumns,
  practiceColumns,
  type Requests,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { EntryKind } from '../records/models.js';
import { ExportRepository } from './export.repository.js';
import { type PracticeRow, toEntryRow, toPatientRow, toRows, toTransfer } from './transfer-rows.js';

/** A part ends after it; a message of the broker may have 16 MB. In characters. */
const MAX_PART_LENGTH = 2_000_000;

interface Row {
  id: string;
  text: string;
}

/** As many rows as fit into a part, which begins with the names of `columns`. */
const toPart = (rows: readonly Row[], columns?: readonly string[]) => {
  let text = columns ? `${CSV_BOM}${toCsv([columns])}` : '';
  for (const [index, row] of rows.entries()) {
    if (index > 0 && text.length + row.text.length > MAX_PART_LENGTH)
      return { text, next: rows[index - 1]?.id };
    text += row.text;
  }
  return { text, next: rows.at(-1)?.id };
};

const toCsvRow = (
  columns: readonly string[],
  row: Readonly<{ id: string } & Partial<Record<string, string>>>,
): Row => ({ id: row.id, text: toCsv([columns.map((name) => row[name] ?? '')]) });

const practiceKinds = ['note', 'history', 'patient'] as const;

const entryColumns = { note: noteColumns, history: historyColumns } as const;

/** Writes stored data as files, part by part. The part without rows is the last one. */
@Injectable()
export class ExportService {
  constructor(private readonly repository: ExportRepository) {}

  async diseases({ format, after }: Requests['exportDiseases']) {
    const isCsv = format === 'csv';
    const found = await this.repository.diseasesAfter(after);
    const rows = found.map(({ disease, treatment }) => {
      const row = toTransfer(disease, treatment);
      const text = isCsv ? toCsv(toRows(row)) : `${JSON.stringify(row)}\n`;
      return { id: disease._id.toHexString(), text };
    });
    return toPart(rows, isCsv && after === undefined ? diseaseColumns : undefined);
  }

  /** An entry whose disease is in the trash has no row. */
  async entries(kind: EntryKind, { after }: Requests['exportNotes']) {
    const columns = entryColumns[kind];
    const found = await this.repository.entriesAfter(kind, after);
    const rows = found.map((each) => {
      const row = toCsvRow(columns, toEntryRow(kind, each));
      return each.disease ? row : { ...row, text: '' };
    });
    return toPart(rows, after === undefined ? columns : undefined);
  }

  async namedTreatments({ after }: Requests['listNamedTreatments']) {
    const found = await this.repository.diseasesAfter(after);
    const treatments = found.flatMap(({ disease, treatment }) => {
      const { _id, nameEn, nameKn, codes = [] } = disease;
      const names = { diseaseId: _id.toHexString(), nameEn, nameKn, codes };
      return treatment ? [{ id: treatment._id.toHexString(), ...names }] : [];
    });
    return { treatments, next: found.at(-1)?.disease._id.toHexString() };
  }

  /** Notes, then history entries, then patients; `next` names the kind and the last one of it. */
  async practice({ practice, after = 'note' }: Requests['exportPractice']) {
    const [kind = 'note', id] = after.split(':') as [PracticeRow['kind'], string?];
    const owner = `practice:${practice}`;
    const rows: PracticeRow[] =
      kind === 'patient'
        ? (await this.repository.patientsAfter(owner, id)).map(toPatientRow)
        : (await this.repository.entriesAfter(kind, id, owner)).map((each) => ({
            kind,
            ...toEntryRow(kind, each),
          }));
    const { text, next } = toPart(
      rows.map((row) => toCsvRow(practiceColumns, row)),
      after === 'note' ? practiceColumns : undefined,
    );
    if (next !== undefined) return { text, next: `${kind}:${next}` };
    return { text, next: practiceKinds[practiceKinds.indexOf(kind) + 1] };
  }
}
