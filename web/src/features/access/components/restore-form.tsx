import type { GrantedPass, Receipt } from '@ctdb/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { useErrorMessages } from '@/i18n/error-messages';
import { useLanguage } from '@/i18n/language';
import { isCode, findRetryAfter } from '@/lib/api';
import { formatDateTime } from '@/lib/dates';
import { useCountdown } from '@/lib/use-countdown';
import { useRestoreAccess } from '../api/purchases';

/** Why access was not restored; the same text for an unknown receipt and for another buyer's. */
const useRestoreMessages = () => {
  const { t } = useTranslation('access');
  const { errorText } = useErrorMessages();
  return (error: unknown): string =>
    isCode(error, 'NOT_FOUND') || isCode(error, 'VALIDATION_FAILED')
      ? t('restore.notFound')
      : errorText(error);
};

/** The server rejected the request; after too many attempts, `secondsLeft` until the next one. */
function RestoreFailed({ error, secondsLeft }: { error: unknown; secondsLeft: number }) {
  const { t } = useTranslation(['access', 'errors']);
  const { waitText } = useErrorMessages();
  const restoreText = useRestoreMessages();
  return (
    <Notice tone="danger" role="alert">
      <p className="font-semibold">{t('restore.failed')}</p>
      <p className="tabular-nums">
        {secondsLeft > 0
          ? t('errors:TOO_MANY_TRIES', { when: waitText(secondsLeft) })
          : restoreText(error)}
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

const looksLikeEmail = (text: string): boolean => /^\S+@\S+$/.test(text.trim());

/** Moves access to this browser by receipt number and e-mail. */
export function RestoreForm() {
  const { t } = useTranslation(['access', 'common']);
  const restore = useRestoreAccess();
  const wait = useCountdown();
  const [receiptCode, setReceiptCode] = useState('');
  const [email, setEmail] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const codeBox = useRef<HTMLInputElement>(null);
  const emailBox = useRef<HTMLInputElement>(null);

  const emailFault = () => {
    if (!isChecked || looksLikeEmail(email)) return undefined;
    return email.trim() ? t('restore.emailWrong') : t('common:field.required');
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (!receiptCode.trim()) return codeBox.current?.focus();
    if (!looksLikeEmail(email)) return emailBox.current?.focus();
    restore.mutate(
      { receiptCode: receiptCode.trim(), email: email.trim() },
      {
        onSuccess: () => {
          setIsChecked(false);
          setReceiptCode('');
          setEmail('');
        },
        onError: (error) => {
          if (isCode(error, 'TOO_MANY_TRIES') || isCode(error, 'RATE_LIMITED'))
            wait.start(findRetryAfter(error) ?? 1);
        },
      },
    );
  };

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
      {restore.isError && <RestoreFailed error={restore.error} secondsLeft={wait.secondsLeft} />}
      {restore.data && <Restored {...restore.data} />}
      <Button
        type="submit"
        className="self-start"
        pending={restore.isPending}
        disabled={wait.secondsLeft > 0}
      >
        {restore.isPending ? t('restore.working') : t('restore.submit')}
      </Button>
    </form>
  );
}
