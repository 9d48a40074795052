import type { checkAccessCode, OpenedPurchase, ReplyOf } from '@ctdb/contracts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, LinkButton } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Form, FormActions } from '@/components/ui/form';
import { Notice } from '@/components/ui/notice';
import { call, isCode, routes } from '@/lib/api';
import { useDates } from '@/lib/dates';
import { useInitialFocus } from '@/lib/focus';
import { useRequestRefund } from '../api/purchases';
import { type TypedCode, useRestoreAccess } from '../api/restore';
import { CodeFailed, useCodeFields } from './code-fields';
import { ReplaceQuestion, useOpenedTexts } from './reveal-code';

interface FoundAccessProps {
  found: ReplyOf<typeof checkAccessCode>;
  onRestore: () => void;
  onCancel: () => void;
  pending: boolean;
  disabled: boolean;
  /** Why it did not work. */
  children?: ReactNode;
}

/** Shows the access that a code opens, and the access that it replaces here. Nothing moves before the button is pressed. */
function FoundAccess(props: FoundAccessProps) {
  const { found, onRestore, onCancel, pending, disabled, children } = props;
  const { t } = useTranslation('access');
  const texts = useOpenedTexts();
  const heading = useInitialFocus<HTMLHeadingElement>();
  const { purchase, replaces } = found;
  return (
    <Form onSubmit={onRestore}>
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-lg outline-none">
          {t('restore.found')}: {texts.item(purchase)}
        </h3>
        <p>{texts.dates(purchase)}</p>
        <p className="mt-2 text-ink-2">{t('restore.moves')}</p>
      </div>
      {replaces && (
        <ReplaceQuestion {...replaces} orderId={replaces.pass ? replaces.id : undefined} />
      )}
      {children}
      <FormActions
        isSaving={pending}
        save={t(replaces ? 'replace.submit' : 'restore.submit')}
        disabled={disabled}
        onCancel={onCancel}
      />
    </Form>
  );
}

/** Access was restored: shows until when it lasts. */
function Restored({ isElsewhere, ...opened }: OpenedPurchase & { isElsewhere: boolean }) {
  const { t } = useTranslation('access');
  const texts = useOpenedTexts();
  const notice = useInitialFocus<HTMLDivElement>();
  return (
    <>
      <Notice
        ref={notice}
        tabIndex={-1}
        tone="success"
        role="status"
        title={t('restore.done')}
        className="outline-none"
      >
        {t('restore.doneText', { item: texts.item(opened) })} {texts.period(opened)}
      </Notice>
      {isElsewhere && (
        <LinkButton to="/access" variant="primary" className="self-start">
          {t('lost.open')}
        </LinkButton>
      )}
    </>
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
  const { formatDate } = useDates();
  const texts = useOpenedTexts();
  /** Loads what a code opens, and what this browser opens now; changes nothing. */
  const check = useMutation({
    mutationFn: (body: TypedCode) => call(routes.checkAccessCode, { body }),
  });
  const restore = useRestoreAccess();
  const refund = useRequestRefund();
  const [isAsking, setIsAsking] = useState(false);
  /** The person has seen what the code opens, and gone back. */
  const [isBack, setBack] = useState(false);
  const code = useCodeFields(scanned, isBack);
  const { fields, typed, isComplete, clear, onError, secondsLeft } = code;

  const find = () => {
    refund.reset();
    restore.reset();
    check.mutate(typed, { onError });
  };
  const findScanned = useEffectEvent(() => {
    if (scanned) find();
  });
  useEffect(() => findScanned(), []);

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
        onCancel={() => {
          check.reset();
          setBack(true);
        }}
        pending={restore.isPending}
        disabled={isWaiting}
      >
        {message}
      </FoundAccess>
    );
  return (
    <Form onSubmit={() => isComplete() && find()}>
      {fields}
      {message}
      {restore.data && <Restored {...restore.data} isElsewhere={isElsewhere} />}
      {refund.data && (
        <Notice
          tone="success"
          role="status"
          title={`${t('refund.done')}: ${texts.item(refund.data)}`}
        >
          {refund.data.state === 'refunded'
            ? t('hint.refunded')
            : t('refund.asked', { date: formatDate(refund.data.refundRequestedAt ?? '') })}
        </Notice>
      )}
      <FormActions
        isSaving={check.isPending}
        save={t(check.isPending ? 'restore.checking' : 'restore.check')}
        variant={isElsewhere && !restore.data ? 'primary' : 'secondary'}
        disabled={isWaiting}
      >
        <Button disabled={isWaiting} onClick={() => isComplete() && setIsAsking(true)}>
          {t('refund.byCode')}
        </Button>
      </FormActions>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        question={t('refund.question')}
        consequence={t('refund.consequence')}
        confirm={t('refund.confirm')}
        variant="primary"
        onConfirm={requestRefund}
        pending={refund.isPending}
      />
    </Form>
  );
}
