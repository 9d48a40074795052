import { toContract } from '@ctdb/chassis';
import {
  type descriptionColumns,
  diseaseColumns,
  diseaseFieldNames,
  historyEntry,
  note,
  type protocolFieldNames,
  type DiseaseCode,
  type DiseaseInput,
  type historyColumns,
  type noteColumns,
  type practiceColumns,
} from '@ctdb/contracts';
import { toCodeText, type DiseaseRecord } from '../records/disease.record.js';
import type { EntryKind } from '../records/models.js';
import type { PatientRecord } from '../records/patient.record.js';
import { toProtocolTexts, type TreatmentRecord } from '../records/treatment.record.js';
import type { ExportedEntry } from './export.repository.js';

/** The texts of a protocol by column; `color` is a built-in color or the English name of an added one. */
export type ProtocolTexts = Partial<Record<(typeof protocolFieldNames)[number], string>>;

/** A disease with its treatment as exports and imports write it. */
export type TransferDisease = Partial<DiseaseInput> &
  Partial<Record<(typeof descriptionColumns)[number], string>> & {
    id?: string;
    protocols?: ProtocolTexts[];
  };

type Texts = Readonly<Record<string, string | undefined>>;

/** Repeated in every row of a disease. */
const keyColumns: readonly string[] = ['id', 'nameEn', 'nameKn', 'category'];

/** The codes of a cell, as its writer meant them; the contract checks them. */
export const fromCodesCell = (cell: string): DiseaseCode[] =>
  cell
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, system = part, code = ''] = /^(\S+?)[\s:]+(\S+)$/.exec(part) ?? [];
      return { system: system.toUpperCase() as DiseaseCode['system'], code };
    });

/** A stored disease with its treatment, as it is exported. */
export const toTransfer = (
  disease: DiseaseRecord,
  treatment: TreatmentRecord | undefined,
): TransferDisease => ({
  id: disease._id.toHexString(),
  ...Object.fromEntries(diseaseFieldNames.map((name) => [name, disease[name]])),
  codes: disease.codes ?? [],
  ...(treatment && {
    descriptionEn: treatment.descriptionEn,
    descriptionKn: treatment.descriptionKn,
    machineTranslatedBy: (treatment.translation.needsReview && treatment.translation.engine) || '',
    protocols: treatment.protocols.map(toProtocolTexts),
  }),
});

/** The rows of a disease in the CSV, one for each protocol. */
export const toRows = ({ protocols = [], codes = [], ...disease }: TransferDisease): string[][] => {
  // The codes are one cell: `ICD-10 J45.9; ICD-11 CA23`.
  const texts: Texts = { ...disease, codes: codes.map(toCodeText).join('; ') };
  const [first = {}, ...others] = protocols;
  const keys = Object.fromEntries(keyColumns.map((name) => [name, texts[name]]));
  const rows: Texts[] = [
    { ...texts, ...first },
    ...others.map((protocol) => ({ ...keys, ...protocol })),
  ];
  return rows.map((row) => diseaseColumns.map((name) => row[name] ?? ''));
};

const toPatientColumns = (patient: PatientRecord | undefined) => ({
  patientBirthYear: String(patient?.birthYear ?? ''),
  patientPlace: patient?.place ?? '',
});

/** The row of a note or history entry. Its disease may be in the trash. */
export const toEntryRow = (
  kind: EntryKind,
  { entry, disease, patient }: ExportedEntry,
):
  | Record<(typeof noteColumns)[number], string>
  | Record<(typeof historyColumns)[number], string> => {
  const { nameEn = '', nameKn = '' } = disease ?? {};
  const names = { diseaseId: entry.diseaseId.toHexString(), nameEn, nameKn };
  if (kind === 'note') {
    const { isPublished, ...texts } = toContract(note, entry);
    return { ...texts, ...names, isPublished: isPublished ? 'yes' : 'no' };
  }
  // The contract gives entries of earlier versions the texts that they lack.
  const texts = toContract(historyEntry, { ...entry, patientNameMasked: false });
  return { ...texts, ...toPatientColumns(patient), ...names };
};

/** A row of {@link practiceColumns}. */
export type PracticeRow = { kind: 'note' | 'history' | 'patient'; id: string } & Partial<
  Record<(typeof practiceColumns)[number], string>
>;

export const toPatientRow = (patient: PatientRecord): PracticeRow => ({
  kind: 'patient',
  id: patient._id.toHexString(),
  patientName: patient.name,
  ...toPatientColumns(patient),
  followUpOn: patient.followUpOn ?? '',
  createdAt: patient.createdAt.toISOString(),
});
