import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmAddress } from '@/components/confirm-address';
import { useDigits } from '@/components/digits-field';
import { Failure } from '@/components/failure';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field, Select } from '@/components/ui/field';
import { Form, FormActions } from '@/components/ui/form';
import { ListRow } from '@/components/ui/list-row';
import { Loaded } from '@/components/ui/loaded';
import { Notice } from '@/components/ui/notice';
import { addressesQuery } from '@/lib/addresses';
import { call, routes } from '@/lib/api';
import { formatDateTime } from '@/lib/dates';
import { useKeptFocus } from '@/lib/focus';
import { useLanguage } from '@/lib/language';
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

/** Asks before codes or addresses change, with six digits by mail if an address is confirmed. */
function ChangeDialog({ open, ...change }: ChangeDialogProps) {
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

/** Makes new access codes for all purchases. */
export function NewCodes() {
  const { t } = useTranslation('addresses');
  const { data } = useQuery(addressesQuery);
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button disabled={!data} onClick={() => open(true)}>
        {t('newCodes.action')}
      </Button>
      <ChangeDialog
        kind="newCodes"
        known={data?.addresses ?? []}
        open={isOpen}
        onClose={() => open(false)}
      />
    </>
  );
}

/** For codes that earlier versions have mailed. */
export function MailedCodes() {
  const { t } = useTranslation('addresses');
  return (
    <Notice tone="caution">
      <p className="mb-3">{t('newCodes.mailed')}</p>
      <NewCodes />
    </Notice>
  );
}

function Address({ address, known }: { address: string; known: readonly string[] }) {
  const { t } = useTranslation('addresses');
  const [isOpen, open] = useState(false);
  return (
    <ListRow
      title={address}
      actions={
        <Button
          size="small"
          aria-label={t('removeAddress.named', { address })}
          onClick={() => open(true)}
        >
          {t('removeAddress.action')}
        </Button>
      }
      below={
        <ChangeDialog
          kind="removeAddress"
          address={address}
          known={known}
          open={isOpen}
          onClose={() => open(false)}
        />
      }
    />
  );
}

/** The practice has at most two. */
const MAX_ADDRESSES = 2;

/** The confirmed addresses of this browser's access: to add and to remove. */
export function Addresses() {
  const { t } = useTranslation('addresses');
  const language = useLanguage();
  const query = useQuery(addressesQuery);
  const kept = useKeptFocus<HTMLDivElement>(query.data?.addresses.length);
  return (
    <Loaded query={query} failed={t('failed')} height="h-40">
      {({ addresses, notBefore }) => (
        <div {...kept} className="flex flex-col gap-4">
          <p className="text-ink-2">{t('about')}</p>
          <ul className="empty:hidden">
            {addresses.map((address) => (
              <Address key={address} address={address} known={addresses} />
            ))}
          </ul>
          {notBefore && <p>{t('notBefore', { when: formatDateTime(notBefore, language) })}</p>}
          {!notBefore && addresses.length < MAX_ADDRESSES && (
            <ConfirmAddress known={addresses[0]} />
          )}
        </div>
      )}
    </Loaded>
  );
}
