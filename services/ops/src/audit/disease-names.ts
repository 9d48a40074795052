import { AppLogger, backgroundContext, RpcClient, toContract } from '@ctdb/chassis';
import { type AuditEntry, auditEntry, getDiseaseNames, type Replies } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { AuditRecord } from './audit.record.js';
import { AuditRepository } from './audit.repository.js';

const CALL_TIMEOUT_MS = 2_000;
const OBJECT_ID = /^[0-9a-f]{24}$/;

type Names = Replies['getDiseaseNames'];

const toId = (value: unknown): string | undefined =>
  typeof value === 'string' && OBJECT_ID.test(value) ? value : undefined;

/** The ids of disease and treatment in an entry. */
const getIds = ({ kind, objectId, changes }: AuditRecord) => {
  const find = (name: string) => toId(changes.find(({ field }) => field === name)?.after);
  return {
    diseaseId: kind === 'disease' ? toId(objectId) : find('diseaseId'),
    treatmentId: kind === 'treatment' ? toId(objectId) : find('treatmentId'),
  };
};

const isId = (id: string | undefined): id is string => id !== undefined;

/** Names the diseases of entries as they are called now. */
@Injectable()
export class DiseaseNames {
  constructor(
    private readonly repository: AuditRepository,
    private readonly rpc: RpcClient,
    private readonly logger: AppLogger,
  ) {}

  /** The entries with disease and treatment. Without the catalog they have ids alone. */
  async toEntries(records: readonly AuditRecord[]): Promise<AuditEntry[]> {
    const ids = records.map(getIds);
    const { diseases, treatments } = await this.find(ids);
    const names = new Map(diseases.map((disease) => [disease.id, disease]));
    const owners = new Map(treatments.map(({ id, diseaseId }) => [id, diseaseId]));
    const places = ids.map(({ diseaseId, treatmentId }) => ({
      diseaseId: diseaseId ?? owners.get(treatmentId ?? ''),
      treatmentId,
    }));
    const unknown = places.map(({ diseaseId }) => diseaseId).filter(isId);
    const former = await this.repository.findLastLabels(unknown.filter((id) => !names.has(id)));
    return records.map((record, index) => {
      const { diseaseId, treatmentId } = places[index] ?? {};
      const disease = diseaseId !== undefined && {
        id: diseaseId,
        nameEn: former.get(diseaseId),
        ...names.get(diseaseId),
      };
      return toContract(auditEntry, {
        ...record,
        ...(disease && { disease }),
        ...(treatmentId !== undefined && { treatmentId }),
      });
    });
  }

  private async find(ids: readonly ReturnType<typeof getIds>[]): Promise<Names> {
    const diseaseIds = [...new Set(ids.map(({ diseaseId }) => diseaseId).filter(isId))];
    const treatmentIds = [...new Set(ids.map(({ treatmentId }) => treatmentId).filter(isId))];
    if (diseaseIds.length + treatmentIds.length === 0) return { diseases: [], treatments: [] };
    const context = { ...backgroundContext(), deadlineMs: CALL_TIMEOUT_MS };
    try {
      return await this.rpc.call(getDiseaseNames, { diseaseIds, treatmentIds }, context);
    } catch (error) {
      this.logger.warn('the catalog did not answer, the audit trail is shown without names', error);
      return { diseases: [], treatments: [] };
    }
  }
}
