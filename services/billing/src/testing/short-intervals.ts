import { workerRecovery } from '@ctdb/chassis/jobs';
import { Mails } from '@ctdb/chassis/mail';
import { Interval } from '@nestjs/schedule';

// The mail of a killed process is found sooner than in production.
Object.assign(workerRecovery, { lockDuration: 1_000, stalledInterval: 300 });
const reconcile = Object.getOwnPropertyDescriptor(Mails.prototype, 'reconcile');
if (!reconcile) throw new Error('mails are not reconciled');
Interval(300)(Mails.prototype, 'reconcile', reconcile);
