import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmailForm } from '@/components/email-form';
import { Notice } from '@/components/ui/notice';
import { call, routes } from '@/lib/api';

/** Asks for a link to a confirmed address; the answer is the same for every address. */
export function LostAccessForm({ isMain = false }: { isMain?: boolean }) {
  const { t } = useTranslation('access');
  const sending = useMutation({
    mutationFn: (email: string) => call(routes.sendAccessLink, { body: { email } }),
  });
  return (
    <div className="flex flex-col gap-4">
      <p>{t('lost.text')}</p>
      <EmailForm
        label={t('lost.email')}
        wrong={t('restore.emailWrong')}
        action={t('lost.action')}
        variant={isMain ? 'primary' : 'secondary'}
        failed={t('lost.failed')}
        sending={sending}
      >
        {sending.isSuccess && (
          <Notice tone="success" role="status" title={t('lost.sent')}>
            {t('lost.sentText')}
          </Notice>
        )}
      </EmailForm>
    </div>
  );
}
