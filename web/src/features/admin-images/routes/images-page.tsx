import { useTranslation } from 'react-i18next';
import { FixImagesButton } from '@/components/fix-images-button';
import { Page } from '@/components/layout/page';
import { EmptyState, ErrorState } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { useImageHealth } from '@/lib/media-runs';
import { useSession } from '@/lib/session';
import { ImageCheckResult } from '../components/image-check-result';

function Health() {
  const { t } = useTranslation('imageHealth');
  const health = useImageHealth();
  if (health.isPending) return <Skeleton className="h-64" />;
  if (health.data === undefined) return <ErrorState title={t('loadFailed')} query={health} />;
  if (!health.data.last) return <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>;
  return <ImageCheckResult last={health.data.last} />;
}

/** The state of all images and their backups, with a button that repairs them. */
export default function ImagesPage() {
  const { t } = useTranslation('imageHealth');
  const { isAdmin } = useSession();
  return (
    <Page
      needs="admin"
      title={t('title')}
      intro={t('intro')}
      action={isAdmin && <FixImagesButton variant="primary" />}
    >
      <Health />
    </Page>
  );
}
