import type { Factors, TotpSetup } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TotpSetupForm } from '@/components/totp-setup';
import { Button } from '@/components/ui/button';
import { useLanguage } from '@/lib/language';
import { formatDateTime } from '@/lib/dates';
import { useRunAction } from '@/lib/run-action';
import { toast } from '@/lib/toast';
import { useAddTotp, useRemoveTotp, useStartTotp } from '../api/factors';
import { RemoveButton } from './remove-button';

interface TotpSectionProps {
  factors: Factors;
  onRecoveryCodes: (codes: string[] | undefined) => void;
}

/** The authenticator app: its set-up, and its removal. */
export function TotpSection({ factors: { totpAddedAt }, onRecoveryCodes }: TotpSectionProps) {
  const { t } = useTranslation(['factors', 'common']);
  const runAction = useRunAction();
  const language = useLanguage();
  const [setup, setSetup] = useState<TotpSetup>();
  const start = useStartTotp();
  const add = useAddTotp();
  const remove = useRemoveTotp();

  const begin = () =>
    runAction(t('factors:changeFailed'), async () => {
      setSetup(await start.mutateAsync({}));
    });
  const finish = async (code: string) => {
    const { recoveryCodes } = await add.mutateAsync({ body: { code } });
    setSetup(undefined);
    toast.success(t('factors:app.added'));
    onRecoveryCodes(recoveryCodes);
  };

  return (
    <section className="border-b border-line py-6">
      <h2 className="text-xl">{t('factors:app.title')}</h2>
      <p className="mt-1 text-ink-2">{t('factors:app.about')}</p>
      {totpAddedAt && (
        <p className="mt-1 text-sm text-ink-2">
          {t('factors:addedAt', { when: formatDateTime(totpAddedAt, language) })}
        </p>
      )}
      {setup ? (
        <div className="mt-4 max-w-md">
          <TotpSetupForm setup={setup} onCode={finish}>
            <Button onClick={() => setSetup(undefined)}>{t('common:action.cancel')}</Button>
          </TotpSetupForm>
        </div>
      ) : (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button pending={start.isPending} onClick={() => void begin()}>
            {t(totpAddedAt ? 'factors:app.replace' : 'factors:app.start')}
          </Button>
          {totpAddedAt && (
            <RemoveButton
              label={t('factors:app.remove')}
              question={t('factors:app.removeQuestion')}
              remove={() => remove.mutateAsync({})}
            />
          )}
        </div>
      )}
    </section>
  );
}
