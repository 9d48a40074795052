import type { PurchaseItem } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/ui/notice';
import { hasAnyDraft } from '@/lib/draft-store';
import { useOpenedTexts } from '../model/use-opened-texts';
import { RevealCode } from './reveal-code';

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
