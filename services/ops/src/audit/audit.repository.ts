import { ensureIndexes, isDuplicateKey, MONGO } from '@ctdb/chassis';
import type { AuditKind } from '@ctdb/contracts';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Connection, Model, QueryFilter } from 'mongoose';
import { auditIndexes, auditModel, type AuditRecord } from './audit.schema.js';

/** Which lines are asked for; all that is given must fit. `from` is included, `to` is not. */
export interface AuditFilter {
  kind?: AuditKind | undefined;
  actor?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

const filterOf = ({ kind, actor, from, to }: AuditFilter): QueryFilter<AuditRecord> => ({
  ...(kind !== undefined && { kind: { $eq: kind } }),
  ...(actor !== undefined && { 'actor.name': { $eq: actor } }),
  ...((from ?? to) && { at: { ...(from && { $gte: from }), ...(to && { $lt: to }) } }),
});

/** The collection `audit`. Lines are added and read; there is no code that changes or removes one. */
@Injectable()
export class AuditRepository implements OnModuleInit {
  private readonly lines: Model<AuditRecord>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.lines = auditModel(connection);
  }

  async onModuleInit(): Promise<void> {
    await ensureIndexes(this.lines, auditIndexes);
  }

  /** Adds a line; one of the same event stays as it is. */
  async add(line: AuditRecord): Promise<void> {
    try {
      await this.lines.create([line]);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Lines that fit, newest first. */
  page(filter: AuditFilter, page: number, limit: number): Promise<AuditRecord[]> {
    return this.lines
      .find(filterOf(filter))
      .sort({ at: -1, _id: -1 })
      .skip((page - 1) * limit)
      .limit(limit)
      .lean<AuditRecord[]>()
      .exec();
  }

  count(filter: AuditFilter): Promise<number> {
    return this.lines.countDocuments(filterOf(filter)).exec();
  }
}
