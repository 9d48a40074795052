import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, LinkButton } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { ROWS_ID } from '@/features/registry/model/filter';
import { useSession } from '@/lib/session';
import { localStore } from '@/lib/storage';

const STORAGE_KEY = 'samplesNotice';
const HIDDEN = 'hidden';

/** Says once, above all of them, that diseases of the list are samples; hidden in this browser if the reader wants so. */
export function SamplesNotice() {
  const { t } = useTranslation('registry');
  const { isAdmin } = useSession();
  const [isHidden, setHidden] = useState(() => localStore.get(STORAGE_KEY) === HIDDEN);
  if (isHidden) return null;
  const hide = () => {
    localStore.set(STORAGE_KEY, HIDDEN);
    setHidden(true);
    // The button that was pressed is there no more.
    document.getElementById(ROWS_ID)?.querySelector('a')?.focus();
  };
  return (
    <Notice className="m-3">
      <div className="flex flex-wrap gap-x-4">
        <p>{t('samples.text')}</p>
        {isAdmin && (
          <LinkButton to="/admin-operations" variant="link">
            {t('samples.remove')}
          </LinkButton>
        )}
        <Button variant="link" onClick={hide}>
          {t('samples.hide')}
        </Button>
      </div>
    </Notice>
  );
}
