import { formOutcomes, historyInput, type TreatmentDetail } from '@ctdb/contracts';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Field, Input, Select, Textarea } from '@/components/ui/field';
import { useEnumLabels } from '@/i18n/enum-labels';
import { today } from '@/lib/dates';
import { useDraft } from '@/lib/drafts';
import { contractResolver, useFieldErrors, useSubmit } from '@/lib/form';
import { useRequestKey } from '@/lib/request-key';
import { toast } from '@/lib/toast';
import { useAddHistoryEntry } from '../api/entries';
import { KannadaFields } from './kannada-fields';

interface HistoryFormProps {
  treatment: TreatmentDetail;
  onClose: () => void;
}

const entryForm = historyInput.omit({ treatmentId: true });

const emptyEntry = () => ({
  date: today(),
  patientName: '',
  treatmentDescription: '',
  treatmentDescriptionKn: '',
  outcome: formOutcomes[0],
  practitioner: '',
  practitionerKn: '',
});

/** A new history entry, written in place. */
export function HistoryForm({ treatment, onClose }: HistoryFormProps) {
  const { t } = useTranslation(['registry', 'common', 'entries']);
  const labels = useEnumLabels();
  const form = useForm({ resolver: contractResolver(entryForm), defaultValues: emptyEntry() });
  const draft = useDraft(`history:${treatment.id}`, form);
  const request = useRequestKey();
  const addition = useAddHistoryEntry(treatment.diseaseId);

  const close = () => {
    draft.clear();
    onClose();
  };
  const submit = useSubmit(form, t('entries:history.failed'), async (values) => {
    const body = { treatmentId: treatment.id, ...values };
    await addition.mutateAsync({ body, idempotencyKey: request.keyFor(body) });
    toast.success(t('entries:history.saved'));
    close();
  });
  const fieldError = useFieldErrors(form);

  return (
    <form
      noValidate
      aria-label={t('entries:history.add')}
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4 rounded-lg border border-line bg-raised p-4 sm:p-6"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('entries:history.date')} required error={fieldError('date')}>
          <Input type="date" min="1900-01-01" {...form.register('date')} />
        </Field>
        <Field label={t('entries:history.outcome')}>
          <Controller
            control={form.control}
            name="outcome"
            render={({ field }) => (
              <Select
                {...field}
                options={formOutcomes.map((value) => ({ value, label: labels.outcome(value) }))}
              />
            )}
          />
        </Field>
        <Field
          label={t('entries:history.patientName')}
          help={t('entries:history.patientHelp')}
          required
          error={fieldError('patientName')}
        >
          <Input autoComplete="off" {...form.register('patientName')} />
        </Field>
        <Field
          label={t('entries:history.practitionerName')}
          required
          error={fieldError('practitioner')}
        >
          <Input autoComplete="off" {...form.register('practitioner')} />
        </Field>
      </div>
      <Field
        label={t('entries:history.description')}
        required
        error={fieldError('treatmentDescription')}
      >
        <Textarea rows={4} {...form.register('treatmentDescription')} />
      </Field>
      <KannadaFields
        form={form}
        fields={[
          {
            name: 'treatmentDescriptionKn',
            label: t('entries:history.description'),
            rows: 4,
          },
          { name: 'practitionerKn', label: t('entries:history.practitionerName') },
        ]}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" pending={addition.isPending}>
          {t(addition.isPending ? 'common:action.saving' : 'entries:history.save')}
        </Button>
        <Button onClick={close}>{t('common:action.cancel')}</Button>
      </div>
    </form>
  );
}
