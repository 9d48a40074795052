import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDigits } from '@/components/digits-field';
import { EmailForm } from '@/components/email-form';
import { Failure } from '@/components/failure';
import { Unfold } from '@/components/unfold';
import { Form, FormActions } from '@/components/ui/form';
import { call, routeQuery, routes } from '@/lib/api';
import { useConfig } from '@/lib/session';
import { toast } from '@/lib/toast';

/** The confirmed addresses of this browser's practice. A change of purchases reloads them. */
export const addressesQuery = routeQuery(['purchases', 'addresses'], routes.getAddresses);

interface DigitsStepProps {
  email: string;
  /** The address that is confirmed already: it got digits too. */
  known: string | undefined;
  onBack: () => void;
}

function DigitsStep({ email, known, onBack }: DigitsStepProps) {
  const { t } = useTranslation('addresses');
  const client = useQueryClient();
  const own = useDigits(email);
  const ofKnown = useDigits(known ?? '', false);
  const confirm = useMutation({
    mutationFn: () => {
      const body = { code: own.digits, ...(known && { knownCode: ofKnown.digits }) };
      return call(routes.confirmAddress, { body });
    },
    onSuccess: (state) => {
      toast.success(t('add.done'));
      onBack();
      client.setQueryData(addressesQuery.queryKey, state);
    },
  });
  const submit = () => {
    // All of them, so that each field says what is missing.
    const checked = [own, ...(known ? [ofKnown] : [])].map((one) => one.check());
    if (checked.every(Boolean)) confirm.mutate();
  };
  return (
    <Form onSubmit={submit}>
      <p role="status" className="text-ink-2 wrap-anywhere">
        {t('add.sent', { email })}
      </p>
      {own.field}
      {known && ofKnown.field}
      <Failure title={t('add.failed')} error={confirm.error} />
      <FormActions
        isSaving={confirm.isPending}
        save={t('add.confirm')}
        cancel={t('add.back')}
        onCancel={onBack}
      />
    </Form>
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
