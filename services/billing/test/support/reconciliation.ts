import { AppLogger } from '@ctdb/chassis';
import type { TestService } from '@ctdb/chassis/testing';
import { PassesService } from '../../src/passes/passes.service.js';
import { PaymentProviders } from '../../src/payments/providers/payment-providers.js';
import { PaymentReconciliationService } from '../../src/payments/recovery/payment-reconciliation.service.js';
import { PracticesRepository } from '../../src/practices/practices.repository.js';
import { SettlementService } from '../../src/payments/settlement/settlement.service.js';
import { InstallationRepository } from '../../src/purchases/installation.repository.js';
import { PurchasesRepository } from '../../src/purchases/purchases.repository.js';

/** What the operator's command does, with the parts of a running service. */
export const reconciliationOf = ({ get }: Pick<TestService, 'get'>): PaymentReconciliationService =>
  new PaymentReconciliationService(
    get(PurchasesRepository),
    get(InstallationRepository),
    get(PaymentProviders),
    get(SettlementService),
    get(PassesService),
    get(PracticesRepository),
    get(AppLogger),
  );
