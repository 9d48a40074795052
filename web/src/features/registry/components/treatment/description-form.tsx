import type { TreatmentDetail } from '@ctdb/contracts';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { routes } from '@/lib/api';
import { useRunAction } from '@/lib/run-action';
import { toast } from '@/lib/toast';
import { useTreatmentMutation } from '@/features/registry/api/changes';
import { RecordForm, useRecordForm } from '@/components/record-form';
import {
  DescriptionFields,
  descriptionValues,
  savedDescriptions,
  toBody,
  toDescriptionTexts,
  toValues,
} from './description-fields';

interface DescriptionFormProps {
  treatment: TreatmentDetail;
  onClose: () => void;
}

/** Changes the descriptions in place. */
export function DescriptionForm({ treatment, onClose }: DescriptionFormProps) {
  const { t } = useTranslation('forms');
  const { id, descriptionEn, descriptionKn, translation, version } = treatment;
  const update = useTreatmentMutation(routes.updateTreatment);
  const engine = translation.needsReview ? (translation.engine ?? '') : '';
  const record = useRecordForm({
    schema: descriptionValues,
    values: toValues({ descriptionEn, descriptionKn }, engine),
    draft: `treatment:${id}`,
    version,
    failed: t('treatment.updateFailed'),
    record: savedDescriptions,
    toValues,
    onClose,
    save: async (values, ifMatch) => {
      await update.mutateAsync({ params: { id }, body: toBody(values), ifMatch });
      toast.success(t('treatment.saved'));
    },
  });
  return (
    <RecordForm of={record} toTexts={toDescriptionTexts}>
      <DescriptionFields />
    </RecordForm>
  );
}

/** Acknowledges the Kannada text as it is shown. */
export function ReviewButton({ treatment }: { treatment: TreatmentDetail }) {
  const { t } = useTranslation('forms');
  const runAction = useRunAction();
  const { id, version } = treatment;
  const { mutateAsync, isPending } = useTreatmentMutation(routes.reviewTranslation);
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
