import { useTranslation } from 'react-i18next';
import { FixImagesButton } from '@/components/fix-images-button';
import { Page } from '@/components/layout/page';
import { Loaded } from '@/components/ui/loaded';
import { EmptyState } from '@/components/ui/notice';
import { useImageHealth } from '@/lib/media-runs';
import { useSession } from '@/lib/session';
import { ImageCheckResult } from '../components/image-check-result';

function Health() {
  const { t } = useTranslation('imageHealth');
  return (
    <Loaded query={useImageHealth()} failed={t('loadFailed')} height="h-64">
      {({ last }) =>
        last ? (
          <ImageCheckResult last={last} />
        ) : (
          <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
        )
      }
    </Loaded>
  );
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
