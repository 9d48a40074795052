import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { useLanguage } from '@/lib/language';
import { addressesQuery } from '@/lib/addresses';
import { formatDateTime } from '@/lib/dates';
import { ChangeDialog } from './change-dialog';
import { ConfirmAddress } from './confirm-address';

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
  if (query.isPending) return <Skeleton className="h-40" />;
  if (!query.data) return <ErrorState title={t('failed')} query={query} />;
  const { addresses, notBefore } = query.data;
  return (
    <div className="flex flex-col gap-4">
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
