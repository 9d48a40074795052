import { useTranslation } from 'react-i18next';
import { Progress } from '@/components/ui/progress';
import { fileSize } from '@/lib/file-size';
import type { UploadStep } from '@/features/registry/model/use-image-upload';

/** What an upload is doing, in words and as a bar. */
export function UploadProgress({ step }: { step: UploadStep }) {
  const { t } = useTranslation('images');
  const sending = step.phase === 'sending' ? step : undefined;
  return (
    <div className="flex flex-col gap-2">
      <Progress
        label={t('upload.progress')}
        {...(sending && { value: sending.sent, max: sending.total })}
      />
      {sending && (
        <p className="text-sm text-ink-2 tabular-nums">
          {t('upload.sending', { sent: fileSize(sending.sent), total: fileSize(sending.total) })}
        </p>
      )}
      {/* Read out once for each phase, not for each kilobyte. */}
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {step.phase === 'treatment' && t('upload.treatment')}
        {step.phase === 'processing' && t('upload.processing')}
      </p>
    </div>
  );
}
