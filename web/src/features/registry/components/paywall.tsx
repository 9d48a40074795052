import { LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';

/** What visitors without access see in place of the data: why, and the way in. */
export function Paywall() {
  const { t } = useTranslation('registry');
  return (
    <EmptyState
      icon={<LockKeyhole />}
      title={t('paywall.title')}
      action={
        <LinkButton to="/admin-login" look="primary">
          {t('paywall.admin')}
        </LinkButton>
      }
    >
      {t('paywall.text')}
    </EmptyState>
  );
}
