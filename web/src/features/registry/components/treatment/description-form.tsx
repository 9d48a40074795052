import { treatmentDetail, type TreatmentDetail } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { routes } from '@/lib/api';
import { toast } from '@/lib/toast';
import { useTreatmentMutation } from '@/features/registry/api/changes';
import { RecordForm, useRecordForm } from '../forms/record-form';
import { DescriptionFields, descriptionValues, toBody } from './description-fields';

interface DescriptionFormProps {
  treatment: TreatmentDetail;
  onClose: () => void;
}

const saved = treatmentDetail.pick({ descriptionEn: true, descriptionKn: true });

/** Changes the descriptions in place. */
export function DescriptionForm({ treatment, onClose }: DescriptionFormProps) {
  const { t } = useTranslation('forms');
  const { id, descriptionEn, descriptionKn, translation, version } = treatment;
  const update = useTreatmentMutation(routes.updateTreatment, treatment.diseaseId);
  const engine = translation.needsReview ? (translation.engine ?? '') : '';
  const record = useRecordForm({
    schema: descriptionValues,
    values: { descriptionEn, descriptionKn, machineTranslatedBy: engine },
    draft: `treatment:${id}`,
    version,
    failed: t('treatment.updateFailed'),
    record: saved,
    toValues: (texts) => ({ ...texts, machineTranslatedBy: '' }),
    onClose,
    save: async (values, ifMatch) => {
      await update.mutateAsync({ params: { id }, body: toBody(values), ifMatch });
      toast.success(t('treatment.saved'));
    },
  });
  return (
    <RecordForm
      of={record}
      toTexts={(values) => [
        { lang: 'en', lines: [values.descriptionEn] },
        { lang: 'kn', lines: [values.descriptionKn] },
      ]}
    >
      <DescriptionFields form={record.form} />
    </RecordForm>
  );
}
