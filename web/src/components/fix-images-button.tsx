import type { ImageHealth } from '@ctdb/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { call, routes } from '@/lib/api';
import { imageHealthQuery, useImageHealth } from '@/lib/media-runs';
import { useAction } from '@/lib/run-action';
import { toast } from '@/lib/toast';

/**
 * Starts the image check. A check that continues after the reply, or that was active before this
 * page opened, is polled until it ends. Needs the namespace `imageHealth`.
 */
export function FixImagesButton({ variant }: { variant?: 'primary' | 'secondary' }) {
  const { t } = useTranslation('imageHealth');
  const client = useQueryClient();
  const { data } = useImageHealth();
  const last = data?.last;
  const [trackedRunId, setTrackedRunId] = useState<string>();
  if (last?.status === 'running' && trackedRunId !== last.id) setTrackedRunId(last.id);

  const showResult = (result: ImageHealth, message?: string) => {
    if (result.status === 'failed')
      return toast.error(t('failed'), { description: message ?? t('brokenOff') });
    const { checked, repaired, unrepairable } = result;
    const failedCount = unrepairable.length;
    const description = message ?? t('fixedText', { checked, repaired, lost: failedCount });
    if (failedCount > 0) return toast.error(t('unfixed'), { description });
    toast.success(t('fixed'), { description });
  };
  const showEnd = useEffectEvent(() => {
    if (last) showResult(last);
  });
  const ended =
    trackedRunId !== undefined && last?.id === trackedRunId && last.status !== 'running';
  useEffect(() => {
    if (ended) showEnd();
  }, [ended]);

  const { mutate: start, isPending } = useAction(t('failed'), async () => {
    const { queryKey } = imageHealthQuery;
    try {
      const { message, ...result } = await call(routes.fixImages);
      client.setQueryData(queryKey, { last: result });
      if (result.status !== 'running') showResult(result, message);
    } finally {
      await client.invalidateQueries({ queryKey });
    }
  });
  const isRunning = last?.status === 'running';
  const isBusy = isPending || isRunning;
  return (
    <>
      <Button variant={variant} pending={isBusy} onClick={() => start()}>
        {t(isBusy ? 'running' : 'action')}
      </Button>
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {isRunning && t('goesOn')}
      </p>
    </>
  );
}
