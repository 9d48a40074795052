import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressesQuery, ConfirmAddress } from '@/components/confirm-address';
import { DialogButton } from '@/components/dialog-button';
import { useDigits } from '@/components/digits-field';
import { Failure } from '@/components/failure';
import type { ButtonProps } from '@/components/ui/button';
import { Field, Select } from '@/components/ui/field';
import { Form, FormActions } from '@/components/ui/form';
import { ListRow } from '@/components/ui/list-row';
import { Loaded } from '@/components/ui/loaded';
import { call, routes } from '@/lib/api';
import { useDates } from '@/lib/dates';
import { useKeptFocus } from '@/lib/focus';
import { toast } from '@/lib/toast';

interface ChangeProps {
  kind: 'newCodes' | 'removeAddress';
  /** The masked address to remove. */
  address?: string;
  /** The confirmed addresses: one of them gets six digits; without one none are needed. */
  known: readonly string[];
}

function ChangeForm(props: ChangeProps & { onClose: () => void }) {
  const { kind, address, known: addresses, onClose } = props;
  const { t } = useTranslation('addresses');
  const client = useQueryClient();
  const [known, choose] = useState(addresses[0]);
  const { digits: code, check, field } = useDigits(known ?? '');
  const send = useMutation({
    mutationFn: () => call(routes.sendChangeCode, { body: { address: known } }),
  });
  const change = useMutation({
    mutationFn: () =>
      call(routes.changeAccess, {
        body: { kind, ...(address && { address }), ...(known && { code }) },
      }),
    onSuccess: (state) => {
      toast.success(t(`${kind}.done`));
      onClose();
      client.setQueryData(addressesQuery.queryKey, state);
      // New codes are masked otherwise.
      void client.invalidateQueries({ queryKey: ['purchases'] });
    },
  });
  const isSending = known !== undefined && !send.isSuccess;

  const submit = () => {
    if (isSending) send.mutate();
    else if (!known || check()) change.mutate();
  };
  return (
    <Form onSubmit={submit}>
      {known && isSending && addresses.length > 1 && (
        <Field label={t('digits.to')}>
          <Select
            value={known}
            options={addresses.map((value) => ({ value, label: value }))}
            onChange={choose}
          />
        </Field>
      )}
      {send.isSuccess && field}
      <Failure title={t('changeFailed')} error={send.error ?? change.error} />
      <FormActions
        isSaving={send.isPending || change.isPending}
        save={t(isSending ? 'digits.send' : `${kind}.action`)}
        onCancel={onClose}
      />
    </Form>
  );
}

type ChangeButtonProps = ChangeProps & Pick<ButtonProps, 'size' | 'disabled' | 'aria-label'>;

/** Asks before codes or addresses change, with six digits by mail if an address is confirmed. */
function ChangeButton({ kind, address = '', known, ...button }: ChangeButtonProps) {
  const { t } = useTranslation('addresses');
  return (
    <DialogButton
      {...button}
      action={t(`${kind}.action`)}
      title={t(`${kind}.question`, { address })}
      description={t(`${kind}.text`)}
    >
      {(close) => <ChangeForm {...{ kind, address, known }} onClose={close} />}
    </DialogButton>
  );
}

/** Makes new access codes for all purchases. */
export function NewCodes() {
  const { data } = useQuery(addressesQuery);
  return <ChangeButton kind="newCodes" known={data?.addresses ?? []} disabled={!data} />;
}

/** The practice has at most two. */
const MAX_ADDRESSES = 2;

/** The confirmed addresses of this browser's access: to add and to remove. */
export function Addresses() {
  const { t } = useTranslation('addresses');
  const { formatDateTime } = useDates();
  const query = useQuery(addressesQuery);
  const kept = useKeptFocus<HTMLDivElement>(query.data?.addresses.length);
  return (
    <Loaded query={query} failed={t('failed')} height="h-40">
      {({ addresses, notBefore }) => (
        <div {...kept} className="flex flex-col gap-4">
          <p className="text-ink-2">{t('about')}</p>
          <ul className="empty:hidden">
            {addresses.map((address) => (
              <ListRow
                key={address}
                title={address}
                actions={
                  <ChangeButton
                    kind="removeAddress"
                    address={address}
                    known={addresses}
                    size="small"
                    aria-label={t('removeAddress.named', { address })}
                  />
                }
              />
            ))}
          </ul>
          {notBefore && <p>{t('notBefore', { when: formatDateTime(notBefore) })}</p>}
          {!notBefore && addresses.length < MAX_ADDRESSES && (
            <ConfirmAddress known={addresses[0]} />
          )}
        </div>
      )}
    </Loaded>
  );
}
