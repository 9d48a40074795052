import type { OpenedPurchase, Purchase } from '@ctdb/contracts';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, LinkButton } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { useErrorMessages } from '@/i18n/error-messages';
import { useLanguage } from '@/i18n/language';
import { findRetryAfter, isCode } from '@/lib/api';
import { formatDate } from '@/lib/dates';
import { useCountdown } from '@/lib/use-countdown';
import { useRequestRefund } from '../api/purchases';
import { useCheckCode, useRestoreAccess } from '../api/restore';
import { useOpenedTexts } from '../model/use-opened-texts';
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
  const { t } = useTranslation(['access', 'accessCode', 'common']);
  const { codeText } = useErrorMessages();
  const check = useCheckCode();
  const restore = useRestoreAccess();
  const refund = useRequestRefund();
  const wait = useCountdown();
  const [accessCode, setAccessCode] = useState(scanned);
  const [email, setEmail] = useState('');
  const [needsEmail, setNeedsEmail] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const codeBox = useRef<HTMLInputElement>(null);
  const emailBox = useRef<HTMLInputElement>(null);
  const typed = { accessCode: accessCode.trim(), ...(needsEmail && { email: email.trim() }) };
  const isEmailMissing = needsEmail && !email.trim();

  const clear = () => {
    setIsChecked(false);
    setAccessCode('');
    setEmail('');
    setNeedsEmail(false);
  };
  const onError = (error: unknown) => {
    if (isCode(error, 'ADDRESS_REQUIRED')) {
      setIsChecked(false);
      setNeedsEmail(true);
    }
    if (isCode(error, 'TOO_MANY_TRIES') || isCode(error, 'RATE_LIMITED'))
      wait.start(findRetryAfter(error) ?? 1);
  };
  const find = () => {
    refund.reset();
    restore.reset();
    check.mutate(typed, { onError });
  };
  const findScanned = useEffectEvent(() => {
    if (scanned) find();
  });
  useEffect(() => findScanned(), []);

  /** Whether all fields are filled in; else the first empty one gets the focus. */
  const isComplete = (): boolean => {
    setIsChecked(true);
    const empty = (!typed.accessCode && codeBox) || (isEmailMissing && emailBox);
    if (empty) empty.current?.focus();
    return !empty;
  };
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
    { title: t('access:restore.failed'), error: check.error ?? restore.error },
    { title: t('access:refund.failed'), error: refund.error },
  ].find(({ error }) => error !== null && !isCode(error, 'ADDRESS_REQUIRED'));
  const message = failed && <CodeFailed {...failed} secondsLeft={wait.secondsLeft} />;
  const isWaiting = wait.secondsLeft > 0;

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
  const missing = t('common:field.required');
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label={t('accessCode:title')}
        help={t('access:restore.codeHelp')}
        error={isChecked && !typed.accessCode ? missing : undefined}
        required
      >
        <Input
          ref={codeBox}
          name="accessCode"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={accessCode}
          onChange={(event) => setAccessCode(event.target.value)}
        />
      </Field>
      {needsEmail && (
        <Field
          label={t('access:restore.email')}
          help={codeText('ADDRESS_REQUIRED')}
          error={isChecked && isEmailMissing ? missing : undefined}
          required
        >
          <Input
            ref={emailBox}
            autoFocus
            name="email"
            type="email"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
      )}
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
          {t(check.isPending ? 'access:restore.checking' : 'access:restore.check')}
        </Button>
        <Button disabled={isWaiting} onClick={() => isComplete() && setIsAsking(true)}>
          {t('access:refund.byCode')}
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
