import { AppLogger, backgroundContext, RpcClient } from '@ctdb/chassis';
import { findPractices, MAX_FORMER_OWNERS } from '@ctdb/contracts';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { RegistryProjection } from '../diseases/projection/registry-projection.js';
import { ErasuresService } from '../patients/erasures.service.js';
import {
  PatientEntriesRepository,
  type UnassignedEntry,
} from '../patients/patient-entries.repository.js';
import { PatientsService } from '../patients/patients.service.js';
import { ERASED_PRACTICE, PracticesRepository } from './practices.repository.js';

const INITIAL_DELAY_MS = 5_000;
const INTERVAL_MS = 300_000;
/** Longer than any entry of a joined or erased practice is on its way. */
const JOIN_REPEAT_MS = 7 * 86_400_000;

/**
 * Gives what is stored under a joined practice, or under an owner of earlier versions, to the practice
 * that it belongs to; erases practices. What billing cannot answer stays for the next run. Entries without a patient get
 * one then.
 */
@Injectable()
export class PracticesService implements OnModuleDestroy {
  private running: Promise<void> | undefined;

  constructor(
    private readonly practices: PracticesRepository,
    private readonly patients: PatientsService,
    private readonly patientEntries: PatientEntriesRepository,
    private readonly erasures: ErasuresService,
    private readonly registry: RegistryProjection,
    private readonly rpc: RpcClient,
    private readonly logger: AppLogger,
  ) {}

  // Timers are methods of their class, so these lines stand in ../trash/purge.service.ts, too.
  @Timeout(INITIAL_DELAY_MS)
  async runFirst(): Promise<void> {
    await this.runOnce();
  }

  @Interval(INTERVAL_MS)
  async runOnce(): Promise<void> {
    this.running ??= this.run()
      .catch(this.warn('giving patients to entries failed'))
      .finally(() => (this.running = undefined));
    await this.running;
  }

  /** Lets a run end while the database is still open. */
  async onModuleDestroy(): Promise<void> {
    await this.running;
  }

  /** Erasures are repeated before entries get patients: those of an erased one must not get a new one. */
  async run(): Promise<void> {
    await this.moveAll().catch(this.warn('finding the practices of entries failed'));
    await this.erasures.repair();
    await this.assignPatients();
  }

  /** Later runs repeat it for entries that were on their way. */
  async join(from: string, into: string): Promise<void> {
    await this.practices.addJoin(`practice:${from}`, `practice:${into}`);
    await this.move(`practice:${from}`, `practice:${into}`);
  }

  /**
   * Erases what a practice owns; what is published stays without its author and without names. Later runs
   * repeat it for entries that were on their way.
   */
  async erase(practice: string): Promise<void> {
    await this.practices.addJoin(`practice:${practice}`, ERASED_PRACTICE);
    await this.eraseAll(`practice:${practice}`);
  }

  private warn(message: string) {
    return (error: unknown) => this.logger.warn(message, error);
  }

  private async eraseAll(practice: string): Promise<void> {
    await this.erasures.erasePractice(practice);
    await this.registry.publish({ treatments: await this.practices.erase(practice, new Date()) });
  }

  private async moveAll(): Promise<void> {
    const since = new Date(Date.now() - JOIN_REPEAT_MS);
    for (const { _id, into } of await this.practices.findJoins(since))
      await (into === ERASED_PRACTICE ? this.eraseAll(_id) : this.move(_id, into)).catch(
        this.warn('moving the entries of a joined practice failed, retrying'),
      );
    const former = await this.practices.findFormerOwners();
    for (let start = 0; start < former.length; start += MAX_FORMER_OWNERS) {
      const owners = former.slice(start, start + MAX_FORMER_OWNERS);
      const found = await this.rpc.call(findPractices, { owners }, backgroundContext());
      for (const { owner, practice } of found.practices)
        await this.move(owner, `practice:${practice}`);
    }
  }

  private async move(from: string, into: string): Promise<void> {
    await this.registry.publish({ treatments: await this.practices.move(from, into) });
  }

  private async assignPatients(): Promise<void> {
    for (;;) {
      const found = await this.patientEntries.findUnassigned();
      if (found.length === 0) return;
      const names = Map.groupBy(found, (entry) => `${entry.practice}\n${entry.patientName}`);
      // At once: they are stored together.
      await Promise.all(Array.from(names.values(), (entries) => this.assignPatient(entries)));
    }
  }

  /** Gives entries of one name to its patient, unless they were corrected since they were read. */
  private async assignPatient(entries: readonly UnassignedEntry[]): Promise<void> {
    const [entry] = entries;
    if (!entry) return;
    const { practice, patientName } = entry;
    const patient = await this.patients.findOrCreate({ practice, name: patientName, entry });
    const ids = entries.map(({ _id }) => _id);
    await this.patientEntries.assign({ _id: { $in: ids }, patientName }, patient);
    // Also where another patient fails: no version tells replicas of it.
    await this.registry.publish({ treatments: entries.map(({ diseaseId }) => diseaseId) });
  }
}
