import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DigitsField } from '@/components/digits-field';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field, Select } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { useErrorMessages } from '@/lib/error-messages';
import { addressesQuery, isSixDigits } from '@/lib/addresses';
import { call, routes } from '@/lib/api';
import { toast } from '@/lib/toast';

interface ChangeDialogProps {
  kind: 'newCodes' | 'removeAddress';
  /** The masked address to remove. */
  address?: string;
  /** The confirmed addresses: one of them gets six digits; without one none are needed. */
  known: readonly string[];
  open: boolean;
  onClose: () => void;
}

function ChangeForm({ kind, address, known: addresses, onClose }: Omit<ChangeDialogProps, 'open'>) {
  const { t } = useTranslation(['addresses', 'common']);
  const { errorText } = useErrorMessages();
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [known, choose] = useState(addresses[0]);
  const send = useMutation({
    mutationFn: () => call(routes.sendChangeCode, { body: { address: known } }),
  });
  const change = useMutation({
    mutationFn: () =>
      call(routes.changeAccess, {
        body: { kind, ...(address && { address }), ...(known && { code }) },
      }),
    onSuccess: (state) => {
      toast.success(t(`addresses:${kind}.done`));
      onClose();
      client.setQueryData(addressesQuery.queryKey, state);
      // New codes are masked otherwise.
      void client.invalidateQueries({ queryKey: ['purchases'] });
    },
  });
  const isSending = known !== undefined && !send.isSuccess;
  const error = send.error ?? change.error;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return send.mutate();
    setChecked(true);
    if (!known || isSixDigits(code)) change.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {known && isSending && addresses.length > 1 && (
        <Field label={t('addresses:digits.to')}>
          <Select
            value={known}
            options={addresses.map((value) => ({ value, label: value }))}
            onChange={choose}
          />
        </Field>
      )}
      {known && send.isSuccess && (
        <DigitsField autoFocus address={known} value={code} onChange={setCode} {...{ isChecked }} />
      )}
      {error && (
        <Notice tone="danger" role="alert">
          <p className="font-semibold">{t('addresses:changeFailed')}</p>
          <p>{errorText(error)}</p>
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('common:action.cancel')}</Button>
        <Button type="submit" variant="primary" pending={send.isPending || change.isPending}>
          {t(isSending ? 'addresses:digits.send' : `addresses:${kind}.action`)}
        </Button>
      </div>
    </form>
  );
}

/** Asks before codes or addresses change, with six digits by mail if an address is confirmed. */
export function ChangeDialog({ open, ...change }: ChangeDialogProps) {
  const { t } = useTranslation('addresses');
  const { kind, address = '', onClose } = change;
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(`${kind}.question`, { address })}
      description={t(`${kind}.text`)}
    >
      <ChangeForm {...change} />
    </Dialog>
  );
}
