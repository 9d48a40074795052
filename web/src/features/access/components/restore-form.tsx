import type { OpenedPurchase, Purchase } from '@ctdb/contracts';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, LinkButton } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { useLanguage } from '@/lib/language';
import { isCode } from '@/lib/api';
import { formatDate } from '@/lib/dates';
import { useRequestRefund } from '../api/purchases';
import { useCheckCode, useRestoreAccess } from '../api/restore';
import { useOpenedTexts } from '../model/use-opened-texts';
import { useCodeFields } from './code-fields';
import { CodeFailed } from './code-messages';
import { FoundAccess } from './found-access';
import { RefundDialog } from './refund-dialog';

/** Access was restored: shows until when it lasts. */
function Restored({ isElsewhere, ...opened }: OpenedPurchase & { isElsewhere: boolean }) {
  const { t } = useTranslation('access');
  const texts = useOpenedTexts();
  return (
    <>
      <Notice tone="success" role="status">
        <p className="font-semibold">{t('restore.done')}</p>
        <p>
          {t('restore.doneText', { item: texts.item(opened) })} {texts.period(opened)}
        </p>
      </Notice>
      {isElsewhere && (
        <LinkButton to="/access" variant="primary" className="self-start">
          {t('lost.open')}
        </LinkButton>
      )}
    </>
  );
}

/** The refund of a plan was requested. */
function RefundRequested({ item, state, refundRequestedAt = '' }: Purchase) {
  const { t } = useTranslation(['access', 'receipts']);
  const language = useLanguage();
  return (
    <Notice tone="success" role="status">
      <p className="font-semibold">
        {t('refund.done')}: {t(`receipts:item.${item}`)}
      </p>
      <p>
        {state === 'refunded'
          ? t('hint.refunded')
          : t('refund.asked', { date: formatDate(refundRequestedAt, language) })}
      </p>
    </Notice>
  );
}

interface RestoreFormProps {
  /** The code of a link or picture, which is checked at once. */
  scanned?: string;
  /** It is not on the page that shows the access. */
  isElsewhere?: boolean;
}

/** Moves access to this browser, or requests the refund of a plan, by access code. */
export function RestoreForm({ scanned = '', isElsewhere = false }: RestoreFormProps) {
  const { t } = useTranslation('access');
  const check = useCheckCode();
  const restore = useRestoreAccess();
  const refund = useRequestRefund();
  const [isAsking, setIsAsking] = useState(false);
  const { fields, typed, isComplete, clear, onError, secondsLeft } = useCodeFields(scanned);

  const find = () => {
    refund.reset();
    restore.reset();
    check.mutate(typed, { onError });
  };
  const findScanned = useEffectEvent(() => {
    if (scanned) find();
  });
  useEffect(() => findScanned(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete()) find();
  };
  const move = () =>
    restore.mutate(
      { ...typed, ...(check.data?.replaces && { replace: true }) },
      {
        onSuccess: clear,
        // Other access came to this browser since the check.
        onError: (error) => (isCode(error, 'PRACTICE_OPEN') ? find() : onError(error)),
      },
    );
  const requestRefund = () => {
    check.reset();
    restore.reset();
    refund.mutate(typed, { onSuccess: clear, onError, onSettled: () => setIsAsking(false) });
  };

  const failed = [
    { title: t('restore.failed'), error: check.error ?? restore.error },
    { title: t('refund.failed'), error: refund.error },
  ].find(({ error }) => error !== null && !isCode(error, 'ADDRESS_REQUIRED'));
  const message = failed && <CodeFailed {...failed} secondsLeft={secondsLeft} />;
  const isWaiting = secondsLeft > 0;

  if (check.data && !restore.data)
    return (
      <FoundAccess
        found={check.data}
        onRestore={move}
        onCancel={check.reset}
        pending={restore.isPending}
        disabled={isWaiting}
      >
        {message}
      </FoundAccess>
    );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {fields}
      {message}
      {restore.data && <Restored {...restore.data} isElsewhere={isElsewhere} />}
      {refund.data && <RefundRequested {...refund.data} />}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant={isElsewhere && !restore.data ? 'primary' : 'secondary'}
          pending={check.isPending}
          disabled={isWaiting}
        >
          {t(check.isPending ? 'restore.checking' : 'restore.check')}
        </Button>
        <Button disabled={isWaiting} onClick={() => isComplete() && setIsAsking(true)}>
          {t('refund.byCode')}
        </Button>
      </div>
      <RefundDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={requestRefund}
        pending={refund.isPending}
      />
    </form>
  );
}
