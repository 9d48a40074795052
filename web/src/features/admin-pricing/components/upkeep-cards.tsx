import { useTranslation } from 'react-i18next';
import { FixImagesButton } from '@/components/images/fix-images-button';
import { ChangePasswordForm } from '@/components/password/change-password-form';
import { Card } from '@/components/ui/card';
import { LinkButton } from '@/components/ui/link-button';

/** The administrator's own password. */
export function PasswordCard() {
  const { t } = useTranslation('admin');
  return (
    <Card>
      <h2 className="text-lg">{t('password.title')}</h2>
      <p className="mb-4 text-ink-2">{t('password.note')}</p>
      <ChangePasswordForm look="secondary" />
    </Card>
  );
}

/** The repair of images. */
export function ImagesCard() {
  const { t } = useTranslation(['billing', 'imageHealth']);
  return (
    <Card className="flex flex-col items-start gap-3">
      <h2 className="text-lg">{t('images.title')}</h2>
      <p className="text-ink-2">{t('images.text')}</p>
      <FixImagesButton />
      <LinkButton to="/admin-images" look="link">
        {t('imageHealth:lastResult')}
      </LinkButton>
    </Card>
  );
}
