import { AppLogger, backgroundContext, RpcClient } from '@ctdb/chassis';
import { getPurchaseHolders, objectId } from '@ctdb/contracts';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { PatientChangesService } from '../patients/patient-changes.service.js';
import { nameOf, PatientEntriesRepository } from '../patients/patient-entries.repository.js';
import { PatientsRepository } from '../patients/patients.repository.js';
import { RegistryProjection } from '../projection/registry-projection.js';
import { HistoryRepository, NotesRepository } from './entries.repository.js';

const INITIAL_DELAY_MS = 5_000;
const INTERVAL_MS = 300_000;
/** Entries of one step, hence purchases of one call. */
const BATCH_SIZE = 500;

/**
 * Finds whom entries belong to that have no holder: those of earlier versions, and those that were
 * written under a plan before billing knew its buyer's row. Billing is asked about passes and plans.
 * What it cannot answer stays for the next run. Entries without a patient get one then.
 */
@Injectable()
export class HoldersService implements OnModuleDestroy {
  private running: Promise<void> | undefined;

  constructor(
    private readonly notes: NotesRepository,
    private readonly history: HistoryRepository,
    private readonly patients: PatientsRepository,
    private readonly patientEntries: PatientEntriesRepository,
    private readonly patientChanges: PatientChangesService,
    private readonly registry: RegistryProjection,
    private readonly rpc: RpcClient,
    private readonly logger: AppLogger,
  ) {}

  @Timeout(INITIAL_DELAY_MS)
  async runFirst(): Promise<void> {
    await this.runOnce();
  }

  @Interval(INTERVAL_MS)
  async runOnce(): Promise<void> {
    this.running ??= this.run()
      .catch((error: unknown) => this.logger.warn('finding the holders of entries failed', error))
      .finally(() => (this.running = undefined));
    await this.running;
  }

  /** Lets a run end while the database is still open. */
  async onModuleDestroy(): Promise<void> {
    await this.running;
  }

  /** Erasures are repeated before entries get patients: those of an erased one must not get a new one. */
  async run(): Promise<void> {
    await this.patients.completeSearchWords();
    await this.assignHolders().catch((error: unknown) =>
      this.logger.warn('finding the holders of entries failed', error),
    );
    await this.patientChanges.repair();
    await this.assignPatients();
  }

  private async assignPatients(): Promise<void> {
    for (;;) {
      const found = await this.patientEntries.findUnassigned();
      if (found.length === 0) return;
      const names = new Map(found.map((entry) => [nameOf(entry), entry]));
      // At once: they are stored together.
      const patients = await Promise.all(
        Array.from(names, async ([name, { holder, patientName }]) => {
          const patient = await this.patients.findOrCreate(holder, patientName);
          return [name, patient] as const;
        }),
      );
      await this.patientEntries.assignAll(found, new Map(patients));
      await this.registry.publish({ treatments: found.map(({ diseaseId }) => diseaseId) });
    }
  }

  private async assignHolders(): Promise<void> {
    for (const entries of [this.notes, this.history]) {
      const unknown = new Set<string>();
      for (;;) {
        const found = await entries.findOwnersWithoutHolder(BATCH_SIZE, [...unknown]);
        if (found.length === 0) break;
        const holders = await this.findHolders(found);
        for (const enteredBy of found) {
          const holder = holders.get(enteredBy);
          if (holder === undefined) unknown.add(enteredBy);
          else
            await this.registry.publish({ treatments: await entries.setHolder(enteredBy, holder) });
        }
      }
    }
  }

  /** Holders by `enteredBy`; without plans whose buyer billing does not know yet. */
  private async findHolders(owners: readonly string[]): Promise<Map<string, string>> {
    const holders = new Map(owners.map((enteredBy) => [enteredBy, enteredBy]));
    const purchases = owners.flatMap((enteredBy) => {
      const { data: id } = objectId.safeParse(PASS.exec(enteredBy)?.[1]);
      return id === undefined ? [] : [id];
    });
    if (purchases.length === 0) return holders;
    for (const id of purchases) holders.delete(`pass:${id}`);
    const reply = await this.rpc.call(getPurchaseHolders, { ids: purchases }, backgroundContext());
    for (const { id, holder } of reply.holders) holders.set(`pass:${id}`, holder);
    return holders;
  }
}

const PASS = /^pass:(.+)$/;
