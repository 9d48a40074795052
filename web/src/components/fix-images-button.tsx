import type { ImageHealth } from '@ctdb/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { useErrorMessages } from '@/i18n/error-messages';
import { useFixImages, useImageHealth } from '@/lib/media-runs';
import { toast } from '@/lib/toast';

/**
 * Starts the image check. A check that continues after the reply, or that was active before this
 * page opened, is polled until it ends. Needs the namespace `imageHealth`.
 */
export function FixImagesButton({ look }: { look?: 'primary' | 'secondary' }) {
  const { t } = useTranslation('imageHealth');
  const { errorText } = useErrorMessages();
  const fix = useFixImages();
  const { data } = useImageHealth();
  const last = data?.last;
  const [followed, follow] = useState<string>();
  if (last?.status === 'running' && followed !== last.id) follow(last.id);

  const tell = (result: ImageHealth, message?: string) => {
    if (result.status === 'failed')
      return toast.error(t('failed'), { description: message ?? t('brokenOff') });
    const { checked, repaired, unrepairable } = result;
    const lost = unrepairable.length;
    const description = message ?? t('fixedText', { checked, repaired, lost });
    if (lost > 0) return toast.error(t('unfixed'), { description });
    toast.success(t('fixed'), { description });
  };
  const tellEnd = useEffectEvent(() => {
    if (last) tell(last);
  });
  const ended = followed !== undefined && last?.id === followed && last.status !== 'running';
  useEffect(() => {
    if (ended) tellEnd();
  }, [ended]);

  const start = async () => {
    try {
      const { message, ...result } = await fix.mutateAsync();
      if (result.status !== 'running') tell(result, message);
    } catch (error) {
      toast.error(t('failed'), { description: errorText(error) });
    }
  };
  const goesOn = last?.status === 'running';
  const busy = fix.isPending || goesOn;
  return (
    <>
      <Button look={look} pending={busy} onClick={() => void start()}>
        {t(busy ? 'running' : 'action')}
      </Button>
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {goesOn && t('goesOn')}
      </p>
    </>
  );
}
