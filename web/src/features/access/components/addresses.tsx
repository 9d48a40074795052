import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmAddress } from '@/components/confirm-address';
import { DigitsField } from '@/components/digits-field';
import { Failure } from '@/components/failure';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field, Select } from '@/components/ui/field';
import { ErrorState, Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { addressesQuery, isSixDigits } from '@/lib/addresses';
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
  const { t } = useTranslation(['addresses', 'common']);
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
      <Failure title={t('addresses:changeFailed')} error={send.error ?? change.error} />
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
    <li className="flex flex-wrap items-center justify-between gap-3">
      <span className="wrap-anywhere">{address}</span>
      <Button
        size="small"
        aria-label={t('removeAddress.named', { address })}
        onClick={() => open(true)}
      >
        {t('removeAddress.action')}
      </Button>
      <ChangeDialog
        kind="removeAddress"
        address={address}
        known={known}
        open={isOpen}
        onClose={() => open(false)}
      />
    </li>
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
  if (query.isPending) return <Skeleton className="h-40" />;
  if (!query.data) return <ErrorState title={t('failed')} query={query} />;
  const { addresses, notBefore } = query.data;
  return (
    <div {...kept} className="flex flex-col gap-4">
      <p className="text-ink-2">{t('about')}</p>
      {addresses.length > 0 && (
        <ul className="flex flex-col gap-2">
          {addresses.map((address) => (
            <Address key={address} address={address} known={addresses} />
          ))}
        </ul>
      )}
      {notBefore && <p>{t('notBefore', { when: formatDateTime(notBefore, language) })}</p>}
      {!notBefore && addresses.length < MAX_ADDRESSES && <ConfirmAddress known={addresses[0]} />}
    </div>
  );
}
