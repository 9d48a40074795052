import { isEmail } from '@ctdb/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DigitsField } from '@/components/digits-field';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { useErrorMessages } from '@/lib/error-messages';
import { addressesQuery, isSixDigits } from '@/lib/addresses';
import { call, isCode, routes } from '@/lib/api';
import { toast } from '@/lib/toast';

function Failed({ error }: { error: unknown }) {
  const { t } = useTranslation('addresses');
  const { errorText } = useErrorMessages();
  return (
    <Notice tone="danger" role="alert">
      <p className="font-semibold">{t('add.failed')}</p>
      <p>{errorText(error)}</p>
    </Notice>
  );
}

/** Asks for an address and mails six digits to it. */
function AddressStep({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation(['addresses', 'common']);
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isChecked, setChecked] = useState(false);
  const email = typed.trim();
  const send = useMutation({
    mutationFn: () => call(routes.sendAddressCode, { body: { email } }),
    onSuccess: () => onSent(email),
  });
  const isWrong = (isChecked && !isEmail(email)) || isCode(send.error, 'VALIDATION_FAILED');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isEmail(email)) send.mutate();
    else box.current?.focus();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col items-start gap-4">
      <Field
        label={t('addresses:add.email')}
        error={isWrong && t(email ? 'addresses:add.wrong' : 'common:field.required')}
        required
        className="w-full"
      >
        <Input
          ref={box}
          name="confirmedEmail"
          type="email"
          autoComplete="email"
          maxLength={254}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      {send.error && !isWrong && <Failed error={send.error} />}
      <Button type="submit" pending={send.isPending}>
        {t('addresses:digits.send')}
      </Button>
    </form>
  );
}

interface DigitsStepProps {
  email: string;
  /** The address that is confirmed already: it got digits too. */
  known: string | undefined;
  onBack: () => void;
}

function DigitsStep({ email, known, onBack }: DigitsStepProps) {
  const { t } = useTranslation('addresses');
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const [knownCode, setKnownCode] = useState('');
  const [isChecked, setChecked] = useState(false);
  const confirm = useMutation({
    mutationFn: () => call(routes.confirmAddress, { body: { code, ...(known && { knownCode }) } }),
    onSuccess: (state) => {
      toast.success(t('add.done'));
      onBack();
      client.setQueryData(addressesQuery.queryKey, state);
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if ([code, ...(known ? [knownCode] : [])].every((digits) => isSixDigits(digits)))
      confirm.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p role="status" className="text-ink-2 wrap-anywhere">
        {t('add.sent', { email })}
      </p>
      <DigitsField autoFocus address={email} value={code} onChange={setCode} {...{ isChecked }} />
      {known && (
        <DigitsField address={known} value={knownCode} onChange={setKnownCode} {...{ isChecked }} />
      )}
      {confirm.error && <Failed error={confirm.error} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" pending={confirm.isPending}>
          {t('add.confirm')}
        </Button>
        <Button onClick={onBack}>{t('add.back')}</Button>
      </div>
    </form>
  );
}

/** Confirms an address by six digits, and by those of the `known` one; needs the namespace `addresses`. */
export function ConfirmAddress({ known }: { known?: string | undefined }) {
  const [email, sentTo] = useState<string>();
  return email === undefined ? (
    <AddressStep onSent={sentTo} />
  ) : (
    <DigitsStep email={email} known={known} onBack={() => sentTo(undefined)} />
  );
}
