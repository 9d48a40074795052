import { plans, type Purchase } from '@ctdb/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '@/components/confirm-button';
import { Unfold } from '@/components/unfold';
import { Badge } from '@/components/ui/badge';
import { LinkButton } from '@/components/ui/button';
import { Loaded } from '@/components/ui/loaded';
import { EmptyState, Notice } from '@/components/ui/notice';
import { ReceiptCard } from '@/components/ui/receipt-card';
import { Section } from '@/components/ui/section';
import { useKeptFocus } from '@/lib/focus';
import { useDates } from '@/lib/dates';
import { planPages } from '@/lib/pricing';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { hasCode, hasMailedCode, purchasesQuery, useRequestRefund } from '../api/purchases';
import { NewCodes } from './addresses';
import { RevealCode } from './reveal-code';

/** A button that requests the refund of a plan, or the state of that request. */
function RefundRequest({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('access');
  const { formatDate } = useDates();
  const on = (moment: string) => ({ date: formatDate(moment) });
  const request = useRequestRefund();
  const { id, refundableUntil, refundRequestedAt, state } = purchase;

  if (state === 'refunded') return null;
  if (refundRequestedAt)
    return <p className="text-ink-2">{t('refund.asked', on(refundRequestedAt))}</p>;
  if (!refundableUntil) return null;

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <ConfirmButton
        action={t('refund.ask')}
        confirm={t('refund.confirm')}
        question={t('refund.question')}
        consequence={t('refund.consequence')}
        confirmVariant="primary"
        failed={t('refund.failed')}
        run={async () => {
          await request.mutateAsync({ orderId: id });
          toast.success(t('refund.done'));
        }}
      />
      <span className="text-sm text-ink-2">{t('refund.until', on(refundableUntil))}</span>
    </div>
  );
}

const tones: Record<Purchase['state'], ComponentProps<typeof Badge>['tone']> = {
  pending: 'amber',
  unclaimed: 'blue',
  queued: 'blue',
  running: 'green',
  ended: 'gray',
  refunded: 'gray',
};

/** One purchase: plan, state, access code, receipt and refund button. */
function PurchaseRow({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation(['access', 'receipts', 'accessCode']);
  const { formatDateTime } = useDates();
  const { id, item, state, pass, receipt, receiptNumbers, accessCode, codeIssuedAt } = purchase;
  const kept = useKeptFocus<HTMLLIElement>(purchase.refundRequestedAt);
  const moment = state === 'queued' ? pass?.startsAt : pass?.expiresAt;
  return (
    <li {...kept} aria-labelledby={id} className="flex flex-col gap-3 border-t border-line py-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 id={id} className="text-lg">
          {t(`receipts:item.${item}`)}
        </h3>
        <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
      </div>
      <p className="text-ink-2">{t(`hint.${state}`, { when: moment && formatDateTime(moment) })}</p>
      {codeIssuedAt && (
        <Notice tone="caution">
          {t('accessCode:issued', { when: formatDateTime(codeIssuedAt) })}
        </Notice>
      )}
      {hasCode(purchase) && (
        // Another code is hidden again.
        <RevealCode key={accessCode} orderId={id}>
          <span>
            {t('accessCode:title')}: <code>{accessCode}</code>
          </span>
        </RevealCode>
      )}
      <RefundRequest purchase={purchase} />
      {receipt && (
        <Unfold title={t('receipt')}>
          <div className="mt-3">
            <ReceiptCard receipt={receipt} numbers={receiptNumbers} />
          </div>
        </Unfold>
      )}
      {receiptNumbers && (
        <LinkButton to={`/access/receipts/${id}`} variant="link" className="w-fit">
          {t('receipts:page.open')}
        </LinkButton>
      )}
    </li>
  );
}

/** All current and earlier purchases of this browser. */
export function PurchaseList() {
  const { t } = useTranslation('access');
  // Loading the session activates paid purchases; load the list after that.
  const { isPending: isAsking, isPerson, refetch: askAgain } = useSession();
  const client = useQueryClient();
  const query = useQuery({ ...purchasesQuery, enabled: !isAsking });
  const unclaimed = query.data?.filter(({ state }) => state === 'unclaimed').map(({ id }) => id);
  const waiting = isPerson ? '' : (unclaimed ?? []).join();

  useEffect(() => {
    // Purchases that were paid while this page was open are activated here too, once. That takes a
    // planned erasure back.
    const { queryKey } = purchasesQuery;
    if (waiting) void askAgain().then(() => client.invalidateQueries({ queryKey }));
  }, [waiting, askAgain, client]);

  if (query.data?.length === 0 && isPerson) return null;
  if (query.data?.length === 0)
    return (
      <EmptyState
        title={t('list.empty')}
        action={
          <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
            {plans.map((plan) => (
              <LinkButton
                key={plan}
                to={planPages[plan]}
                reloadDocument
                variant={plan === 'hourly' ? 'primary' : 'link'}
              >
                {t(`list.${plan}`)}
              </LinkButton>
            ))}
          </div>
        }
      >
        {t('list.emptyText')}
      </EmptyState>
    );
  return (
    <Loaded query={query} failed={t('list.failed')} height="h-40">
      {(data) => (
        <Section id="purchases" title={t('list.title')} headingClass="mb-3 text-xl">
          <ul>
            {data.map((purchase) => (
              <PurchaseRow key={purchase.id} purchase={purchase} />
            ))}
          </ul>
          {data.some((one) => hasCode(one) || one.codeIssuedAt) && !hasMailedCode(data) && (
            <NewCodes />
          )}
        </Section>
      )}
    </Loaded>
  );
}
