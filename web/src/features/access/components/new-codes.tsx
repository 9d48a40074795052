import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { addressesQuery } from '@/lib/addresses';
import { ChangeDialog } from './change-dialog';

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
