import type { TreatmentDetail } from '@ctdb/contracts';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { useErrorMessages } from '@/lib/error-messages';
import { toast } from '@/lib/toast';
import { useReviewTranslation } from '@/features/registry/api/change-treatment';

/** Acknowledges the Kannada text as it is shown. */
export function ReviewButton({ treatment }: { treatment: TreatmentDetail }) {
  const { t } = useTranslation('forms');
  const { errorText } = useErrorMessages();
  const { id, diseaseId, version } = treatment;
  const { mutateAsync, isPending } = useReviewTranslation(diseaseId);
  const review = async () => {
    try {
      await mutateAsync({ params: { id }, ifMatch: version });
      toast.success(t('treatment.reviewed'));
    } catch (error) {
      toast.error(t('treatment.reviewFailed'), { description: errorText(error) });
    }
  };
  return (
    <Button size="small" pending={isPending} onClick={() => void review()} className="mb-2">
      <Check aria-hidden />
      {t('treatment.review')}
    </Button>
  );
}
