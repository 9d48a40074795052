import { recordModels } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { BackupJournalRepository } from '../backups/backup-journal.repository.js';
import { AuditDaysRepository } from './audit-days.repository.js';
import { AuditEraser } from './audit-eraser.js';
import { AuditVerifier } from './audit-verifier.js';
import { AuditDay, AuditRecord } from './audit.record.js';
import { AuditRepository } from './audit.repository.js';
import { DiseaseNames } from './disease-names.js';

/** The audit trail and its hash chain, for the service and for the program that verifies it. */
@Module({
  imports: [recordModels(AuditDay, AuditRecord)],
  providers: [
    AuditDaysRepository,
    AuditEraser,
    AuditRepository,
    AuditVerifier,
    BackupJournalRepository,
    DiseaseNames,
  ],
  exports: [AuditEraser, AuditRepository, AuditVerifier, BackupJournalRepository, DiseaseNames],
})
export class AuditModule {}
