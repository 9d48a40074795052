import { isEmail } from '@ctdb/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { useErrorMessages } from '@/lib/error-messages';
import { isCode } from '@/lib/api';
import { useSendAccessLink } from '../api/lost-access';

/** Asks for a link to a confirmed address. */
export function LostAccessForm({ isMain = false }: { isMain?: boolean }) {
  const { t } = useTranslation(['access', 'common']);
  const { errorText } = useErrorMessages();
  const link = useSendAccessLink();
  const [email, setEmail] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const typed = email.trim();
  const isRight = isEmail(typed);
  const isWrong = (isChecked && !isRight) || isCode(link.error, 'VALIDATION_FAILED');
  const fault = typed ? t('restore.emailWrong') : t('common:field.required');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (isRight) link.mutate(typed);
    else box.current?.focus();
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p>{t('lost.text')}</p>
      <Field label={t('lost.email')} error={isWrong ? fault : undefined} required>
        <Input
          ref={box}
          name="confirmedEmail"
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      {link.error && !isWrong && (
        <Notice tone="danger" role="alert">
          <p className="font-semibold">{t('lost.failed')}</p>
          <p>{errorText(link.error)}</p>
        </Notice>
      )}
      {link.isSuccess && (
        <Notice tone="success" role="status">
          <p className="font-semibold">{t('lost.sent')}</p>
          <p>{t('lost.sentText')}</p>
        </Notice>
      )}
      <Button
        type="submit"
        variant={isMain ? 'primary' : 'secondary'}
        pending={link.isPending}
        className="self-start"
      >
        {t('lost.action')}
      </Button>
    </form>
  );
}
