import type { TreatmentDetail } from '@ctdb/contracts';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { routes } from '@/lib/api';
import { toast } from '@/lib/toast';
import { useTreatmentMutation } from '@/features/registry/api/changes';
import { useRunAction } from '@/lib/run-action';

/** Acknowledges the Kannada text as it is shown. */
export function ReviewButton({ treatment }: { treatment: TreatmentDetail }) {
  const { t } = useTranslation('forms');
  const runAction = useRunAction();
  const { id, diseaseId, version } = treatment;
  const { mutateAsync, isPending } = useTreatmentMutation(routes.reviewTranslation, diseaseId);
  const review = () =>
    runAction(t('treatment.reviewFailed'), async () => {
      await mutateAsync({ params: { id }, ifMatch: version });
      toast.success(t('treatment.reviewed'));
    });
  return (
    <Button size="small" pending={isPending} onClick={() => void review()} className="mb-2">
      <Check aria-hidden />
      {t('treatment.review')}
    </Button>
  );
}
