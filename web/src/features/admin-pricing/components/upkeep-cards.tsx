import { useId } from 'react';
import { ChangePasswordForm } from '@/components/password/change-password-form';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useTranslation } from '@/i18n/use-translation';

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

/** The repair of images: here, and off until there are images. */
export function ImagesCard() {
  const { t } = useTranslation('billing');
  const id = useId();
  return (
    <Card className="flex flex-col items-start gap-3">
      <h2 className="text-lg">{t('images.title')}</h2>
      <p className="text-ink-2">{t('images.text')}</p>
      <Button disabled aria-describedby={id}>
        {t('images.action')}
      </Button>
      <p id={id} className="text-sm text-ink-3">
        {t('images.later')}
      </p>
    </Card>
  );
}
