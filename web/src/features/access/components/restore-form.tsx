import type { GrantedPass, Purchase, Receipt } from '@ctdb/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, LinkButton } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { useErrorMessages } from '@/i18n/error-messages';
import { useLanguage } from '@/i18n/language';
import { isCode, findRetryAfter } from '@/lib/api';
import { formatDate, formatDateTime } from '@/lib/dates';
import { useConfig } from '@/lib/session';
import { useCountdown } from '@/lib/use-countdown';
import { useRequestRefund, useRestoreAccess } from '../api/purchases';
import { RefundDialog } from './refund-dialog';

/** Why the server refused; the same text for an unknown receipt and for another buyer's. */
const useReceiptMessages = () => {
  const { t } = useTranslation('access');
  const { errorText } = useErrorMessages();
  return (error: unknown): string =>
    isCode(error, 'NOT_FOUND') || isCode(error, 'VALIDATION_FAILED')
      ? t('restore.notFound')
      : errorText(error);
};

interface FailedProps {
  title: string;
  error: unknown;
  /** After too many attempts: until the next one. */
  secondsLeft: number;
}

/** The server rejected the request. */
function Failed({ title, error, secondsLeft }: FailedProps) {
  const { t } = useTranslation('errors');
  const { waitText } = useErrorMessages();
  const receiptText = useReceiptMessages();
  return (
    <Notice tone="danger" role="alert">
      <p className="font-semibold">{title}</p>
      <p className="tabular-nums">
        {secondsLeft > 0
          ? t('TOO_MANY_TRIES', { when: waitText(secondsLeft) })
          : receiptText(error)}
      </p>
    </Notice>
  );
}

/** Access was restored: shows until when it lasts. */
function Restored({ pass, receipt }: { pass: GrantedPass; receipt: Receipt }) {
  const { t } = useTranslation(['access', 'receipts']);
  const language = useLanguage();
  return (
    <Notice tone="success" role="status">
      <p className="font-semibold">{t('restore.done')}</p>
      <p>
        {t('restore.doneText', {
          item: t(`receipts:item.${receipt.item}`),
          when: formatDateTime(pass.expiresAt, language),
        })}
      </p>
    </Notice>
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

const looksLikeEmail = (text: string): boolean => /^\S+@\S+$/.test(text.trim());

/** Moves access to this browser, or requests the refund of a plan, by receipt number and e-mail. */
export function RestoreForm() {
  const { t } = useTranslation(['access', 'common']);
  const restore = useRestoreAccess();
  const refund = useRequestRefund();
  const wait = useCountdown();
  const sendsMail = useConfig()?.payments.mail === true;
  const [receiptCode, setReceiptCode] = useState('');
  const [email, setEmail] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const codeBox = useRef<HTMLInputElement>(null);
  const emailBox = useRef<HTMLInputElement>(null);
  const receipt = { receiptCode: receiptCode.trim(), email: email.trim() };

  const emailFault = () => {
    if (!isChecked || looksLikeEmail(email)) return undefined;
    return email.trim() ? t('restore.emailWrong') : t('common:field.required');
  };

  /** Whether both fields can be right; else the first wrong one gets the focus. */
  const check = (): boolean => {
    setIsChecked(true);
    const wrong = (!receipt.receiptCode && codeBox) || (!looksLikeEmail(email) && emailBox);
    if (wrong) wrong.current?.focus();
    return !wrong;
  };

  const outcome = {
    onSuccess: () => {
      setIsChecked(false);
      setReceiptCode('');
      setEmail('');
    },
    onError: (error: unknown) => {
      if (isCode(error, 'TOO_MANY_TRIES') || isCode(error, 'RATE_LIMITED'))
        wait.start(findRetryAfter(error) ?? 1);
    },
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!check()) return;
    refund.reset();
    restore.mutate(receipt, outcome);
  };
  const requestRefund = () => {
    restore.reset();
    refund.mutate(receipt, { ...outcome, onSettled: () => setIsAsking(false) });
  };
  const failed = [
    { title: t('restore.failed'), error: restore.error },
    { title: t('refund.failed'), error: refund.error },
  ].find(({ error }) => error !== null);
  const isWaiting = wait.secondsLeft > 0;

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label={t('restore.code')}
        help={t('restore.codeHelp')}
        error={isChecked && !receiptCode.trim() ? t('common:field.required') : undefined}
        required
      >
        <Input
          ref={codeBox}
          name="receiptCode"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={receiptCode}
          onChange={(event) => setReceiptCode(event.target.value)}
        />
      </Field>
      <Field label={t('restore.email')} help={t('restore.emailHelp')} error={emailFault()} required>
        <Input
          ref={emailBox}
          name="email"
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      {failed && <Failed {...failed} secondsLeft={wait.secondsLeft} />}
      {restore.data && <Restored {...restore.data} />}
      {refund.data && <RefundRequested {...refund.data} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={restore.isPending} disabled={isWaiting}>
          {restore.isPending ? t('restore.working') : t('restore.submit')}
        </Button>
        <Button disabled={isWaiting} onClick={() => check() && setIsAsking(true)}>
          {t('refund.byReceipt')}
        </Button>
      </div>
      {sendsMail && (
        <LinkButton to="/restore" variant="link" className="self-start">
          {t('lost.question')}
        </LinkButton>
      )}
      <RefundDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={requestRefund}
        pending={refund.isPending}
      />
    </form>
  );
}
