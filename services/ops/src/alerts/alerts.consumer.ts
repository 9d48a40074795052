import { OnEvent } from '@ctdb/chassis';
import { Mails } from '@ctdb/chassis/mail';
import {
  backupEvents,
  deploymentEvents,
  mailEvents,
  purchaseEvents,
  type EventEnvelope,
  type PayloadOf,
} from '@ctdb/contracts';
import { texts } from '@ctdb/contracts/texts';
import { Controller } from '@nestjs/common';
import { AlertsService, atTime } from './alerts.service.js';

/** The same event may come again, in any order: the mail's id is its cause. */
const IN_ANY_ORDER = { isConcurrent: true };

/** Mails administrators about events that need them. */
@Controller()
export class AlertsConsumer {
  constructor(
    private readonly alerts: AlertsService,
    private readonly mails: Mails,
  ) {}

  @OnEvent(purchaseEvents.refundRequested, IN_ANY_ORDER)
  sendRefundRequest({
    orderId,
    item,
  }: PayloadOf<typeof purchaseEvents.refundRequested>): Promise<void> {
    return this.alerts.send('refundRequested', orderId, '/admin-orders', (locale) => ({
      item: texts[locale].documents[item],
    }));
  }

  @OnEvent(backupEvents.ended, IN_ANY_ORDER)
  async sendBackupFailure(
    { logId, backupType, status }: PayloadOf<typeof backupEvents.ended>,
    { at }: EventEnvelope,
  ): Promise<void> {
    if (status !== 'failed' || (backupType !== 'full' && backupType !== 'drill')) return;
    const kind = backupType === 'full' ? 'backupFailed' : 'drillFailed';
    await this.alerts.send(kind, logId, '/admin-backup', atTime(new Date(at)));
  }

  @OnEvent(deploymentEvents.ended, IN_ANY_ORDER)
  async sendDeploymentFailure(
    { deploymentId, projectName, stage }: PayloadOf<typeof deploymentEvents.ended>,
    { at }: EventEnvelope,
  ): Promise<void> {
    if (stage !== 'failed') return;
    await this.alerts.send('deploymentFailed', deploymentId, '/deployment', (locale) => ({
      project: projectName,
      ...atTime(new Date(at))(locale),
    }));
  }

  @OnEvent(mailEvents.ops, IN_ANY_ORDER)
  retry({ mailId }: PayloadOf<typeof mailEvents.ops>): Promise<void> {
    return this.mails.retryGivenUp(mailId);
  }
}
