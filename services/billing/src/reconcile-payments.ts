import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ChassisModule, ConfigModule, createWorker } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { z } from 'zod';
import { accessLinksModel, AccessLinksRepository } from './access/access-links.repository.js';
import { accountsModel } from './accounts/accounts.module.js';
import { AccountsRepository } from './accounts/users/accounts.repository.js';
import { SessionsService } from './accounts/sessions/sessions.service.js';
import { BILLING_CONFIG, loadConfig } from './config.js';
import { journalProviders } from './journal/journal.module.js';
import { JournalService } from './journal/journal.service.js';
import { passesProviders } from './passes/passes.module.js';
import { PaymentReconciliationService } from './payments/recovery/payment-reconciliation.service.js';
import { PaymentProviders } from './payments/providers/payment-providers.js';
import { SettlementService } from './payments/settlement/settlement.service.js';
import { practicesModel } from './practices/practices.repository.js';
import { InstallationRepository } from './purchases/installation.repository.js';
import { PurchasesModule } from './purchases/purchases.module.js';
import { ClockModule, RedisClock } from './redis-clock.js';

const FAILED = 1;
const UNCLEAR = 2;
const INCOMPLETE = 3;

@Module({
  imports: [
    ConfigModule.forRoot(BILLING_CONFIG, loadConfig),
    ClockModule,
    ChassisModule.forRoot({
      service: 'billing-reconcile-payments',
      isCommand: true,
      mongo: true,
      redis: true,
    }),
    accessLinksModel,
    accountsModel,
    practicesModel,
    PurchasesModule,
  ],
  providers: [
    ...journalProviders,
    ...passesProviders,
    AccessLinksRepository,
    AccountsRepository,
    PaymentProviders,
    PaymentReconciliationService,
    SessionsService,
    SettlementService,
  ],
})
class ReconcilePaymentsModule {}

const moment = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-11-20T10:00:00Z' })
  .transform((text) => new Date(text));
const options = z
  .object({
    from: moment,
    to: moment.optional(),
    'dry-run': z.boolean().default(false),
    'receipt-series': z
      .string()
      .regex(/^[1-9]$/, 'must be a digit from 1 to 9')
      .optional(),
  })
  .refine(({ from, to }) => from < (to ?? new Date()), { error: '--from must be before --to' });

/** What the arguments say; throws an error that names what is wrong. */
const readOptions = (args: string[]): z.output<typeof options> => {
  const text = { type: 'string' } as const;
  const known = {
    from: text,
    to: text,
    'receipt-series': text,
    'dry-run': { type: 'boolean' },
  } as const;
  const { values } = parseArgs({ args, options: known });
  const { success, data, error } = options.safeParse(values);
  if (success) return data;
  throw new Error(
    error.issues.map(({ path, message }) => `--${path.join()} ${message}`).join('\n'),
  );
};

/** Receives what the command prints, line by line. */
type Print = (line: string) => void;

type Found = Awaited<ReturnType<PaymentReconciliationService['reconcile']>>;

const report = ({ provider, counts, payments }: Found, print: Print): void => {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const parts = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
  print(`${provider}: ${all} payments: ${parts.join(', ')}`);
  for (const { captureId, orderId, outcome, detail } of payments)
    print(`  ${outcome}: payment ${captureId}, order ${orderId ?? 'unknown'}: ${detail}`);
};

const toSecond = (at: Date): number => Math.floor(at.getTime() / 1_000);

const run = async (
  { from, to, 'dry-run': isDryRun, ...rest }: z.output<typeof options>,
  print: Print,
): Promise<number> => {
  const app = await createWorker(ReconcilePaymentsModule);
  const codes = new Set<number>();
  try {
    const { all } = app.get(PaymentProviders);
    if (all.length === 0) throw new Error('no payment provider is configured');
    // The lists have whole seconds: what was paid in this one is in them when it is over.
    const startedAt = await app.get(RedisClock).now();
    const now = new Date(Math.ceil(startedAt / 1_000) * 1_000);
    await pause(now.getTime() - startedAt);
    // What is paid after the first run is stored as ever.
    let lostUntil = to ?? now;
    if (!isDryRun) {
      const installation = app.get(InstallationRepository);
      const begun = await installation.beginReceiptSeries(from, now, rest['receipt-series']);
      print(`numbers of receipts begin with ${begun.series}`);
      lostUntil = to ?? begun.begunAt;
    }
    for (const { name } of all) {
      try {
        const service = app.get(PaymentReconciliationService);
        const found = await service.reconcile(name, { from, to: to ?? now }, isDryRun);
        report(found, print);
        const { counts, completeUntil } = found;
        if (counts.failed > 0) codes.add(FAILED);
        if (counts.unclear > 0) codes.add(UNCLEAR);
        if (toSecond(completeUntil) < toSecond(lostUntil)) {
          print(`  ${name} has listed payments until ${completeUntil.toISOString()}: repeat later`);
          codes.add(INCOMPLETE);
        }
      } catch (error) {
        print(`${name}: not finished, repeat: ${String(error)}`);
        codes.add(FAILED);
      }
    }
    // Rebuilt purchases have their first codes until then.
    if (!isDryRun) await app.get(JournalService).repeat();
    if (isDryRun) print('dry run: nothing was changed');
    return [FAILED, UNCLEAR, INCOMPLETE].find((code) => codes.has(code)) ?? 0;
  } finally {
    await app.close();
  }
};

/**
 * `reconcile-payments.js --from TIME [--to TIME] [--dry-run] [--receipt-series DIGIT]`, for an operator who
 * has restored a database: see infra/docs/payments-after-a-restore.md.
 * @returns the exit code
 */
export const reconcilePayments = async (args: string[], print: Print): Promise<number> => {
  try {
    return await run(readOptions(args), print);
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    return FAILED;
  }
};

if (import.meta.main)
  process.exitCode = await reconcilePayments(process.argv.slice(2), (line) =>
    process.stdout.write(`${line}\n`),
  );
