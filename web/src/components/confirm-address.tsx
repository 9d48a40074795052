import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DigitsField } from '@/components/digits-field';
import { EmailForm } from '@/components/email-form';
import { Failure } from '@/components/failure';
import { Unfold } from '@/components/unfold';
import { Button } from '@/components/ui/button';
import { addressesQuery, isSixDigits } from '@/lib/addresses';
import { call, routes } from '@/lib/api';
import { useConfig } from '@/lib/session';
import { toast } from '@/lib/toast';

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
      <Failure title={t('add.failed')} error={confirm.error} />
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
  const { t } = useTranslation('addresses');
  const sending = useMutation({
    mutationFn: (email: string) => call(routes.sendAddressCode, { body: { email } }),
  });
  const [isBack, setBack] = useState(false);
  const back = () => {
    sending.reset();
    setBack(true);
  };
  return sending.isSuccess ? (
    <DigitsStep email={sending.variables} known={known} onBack={back} />
  ) : (
    <EmailForm
      label={t('add.email')}
      wrong={t('add.wrong')}
      action={t('digits.send')}
      failed={t('add.failed')}
      sending={sending}
      autoFocus={isBack}
    />
  );
}

/** Offers to confirm a first address, if mail is sent and this browser may do so now. */
export function OfferAddress() {
  const { t } = useTranslation('addresses');
  const sendsMail = useConfig()?.payments.mail === true;
  const { data } = useQuery({ ...addressesQuery, enabled: sendsMail });
  if (!data || data.addresses.length > 0 || data.notBefore) return null;
  return (
    <Unfold title={t('add.action')}>
      <div className="mt-3 flex flex-col gap-4">
        <p className="text-ink-2">{t('about')}</p>
        <ConfirmAddress />
      </div>
    </Unfold>
  );
}
