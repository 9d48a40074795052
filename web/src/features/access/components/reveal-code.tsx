import type { OpenedPurchase, PurchaseItem } from '@ctdb/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AccessCode } from '@/components/access-code';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { call, routes } from '@/lib/api';
import { serverNow } from '@/lib/clock';
import { useDates } from '@/lib/dates';
import { hasAnyDraft } from '@/lib/draft-store';
import { useAction } from '@/lib/run-action';
import { purchasesQuery } from '../api/purchases';

/** Describes the access that a code or link opens. */
export const useOpenedTexts = () => {
  const { t } = useTranslation(['access', 'receipts']);
  const { formatDate, formatDateTime } = useDates();
  const item = ({ item: name }: Pick<OpenedPurchase, 'item'>) => t(`receipts:item.${name}`);
  const day = ({ paidAt }: Pick<OpenedPurchase, 'paidAt'>) => formatDate(paidAt);
  /** Until when it gives access. */
  const period = ({ pass }: OpenedPurchase): string => {
    if (!pass) return t('boughtEnded');
    return Date.parse(pass.startsAt) > serverNow()
      ? t('hint.queued', { when: formatDateTime(pass.startsAt) })
      : t('hint.running', { when: formatDateTime(pass.expiresAt) });
  };
  return {
    item,
    day,
    period,
    name: (purchase: OpenedPurchase): string => `${item(purchase)}, ${day(purchase)}`,
    dates: (purchase: OpenedPurchase): string =>
      `${t('bought', { date: day(purchase) })} ${period(purchase)}`,
  };
};

interface RevealCodeProps {
  orderId: string;
  /** Before the button, while the code is hidden. */
  children?: ReactNode;
}

/** Shows the access code of a purchase of this browser after a click. */
export function RevealCode({ orderId, children }: RevealCodeProps) {
  const { t } = useTranslation('accessCode');
  const client = useQueryClient();
  const reveal = useAction(t('showFailed'), async () => {
    const shown = await call(routes.revealAccessCode, { body: { orderId } });
    // It is no longer new.
    void client.invalidateQueries({ queryKey: purchasesQuery.queryKey, exact: true });
    return shown;
  });
  if (reveal.data) return <AccessCode code={reveal.data.accessCode} />;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {children}
      <Button pending={reveal.isPending} onClick={() => reveal.mutate()}>
        {t('show')}
      </Button>
    </div>
  );
}

interface ReplaceQuestionProps {
  item: PurchaseItem;
  /** When it was paid for; or ordered, while it is being paid. */
  paidAt: string;
  /** The purchase whose code can be shown. */
  orderId: string | undefined;
}

/** Before other access comes here: what this browser opens now, and its code for the way back. */
export function ReplaceQuestion({ item, paidAt, orderId }: ReplaceQuestionProps) {
  const { t } = useTranslation(['access', 'common']);
  const texts = useOpenedTexts();
  return (
    <>
      <Notice tone="caution" role="alert">
        <p>{t('replace.text', { item: texts.item({ item }), date: texts.day({ paidAt }) })}</p>
        {hasAnyDraft() && <p>{t('common:state.draftsLost')}</p>}
      </Notice>
      {orderId && <RevealCode orderId={orderId} />}
    </>
  );
}
