import { type Patient, patientInput } from '@ctdb/contracts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { useDraft } from '@/lib/drafts';
import { contractResolver, useFieldErrors, useSubmit } from '@/lib/form';
import { toast } from '@/lib/toast';
import { useUpdatePatient } from '../api/patients';

const detailsForm = patientInput.pick({ birthYear: true, place: true });

/** Year of birth and place, which tell patients of one name apart. */
export function DetailsForm({ patient }: { patient: Patient }) {
  const { t } = useTranslation(['patients', 'common']);
  const update = useUpdatePatient();
  const { id, version, birthYear, place = '' } = patient;
  const form = useForm({
    resolver: contractResolver(detailsForm),
    defaultValues: { birthYear: birthYear ? String(birthYear) : null, place },
  });
  const draft = useDraft(`patientDetails:${id}`, form);
  const fieldError = useFieldErrors(form);
  const submit = useSubmit(form, t('patients:details.failed'), async (body) => {
    await update.mutateAsync({ params: { id }, body, ifMatch: version });
    draft.clear();
    toast.success(t('patients:details.saved'));
  });
  return (
    <form
      noValidate
      aria-label={t('patients:details.label')}
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-2 print:hidden"
    >
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('patients:details.birthYear')} optional error={fieldError('birthYear')}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            className="w-28"
            {...form.register('birthYear', { setValueAs: (year: string | null) => year || null })}
          />
        </Field>
        <Field label={t('patients:details.place')} optional error={fieldError('place')}>
          <Input autoComplete="off" {...form.register('place')} />
        </Field>
        <Button type="submit" pending={update.isPending} disabled={!form.formState.isDirty}>
          {t(update.isPending ? 'common:action.saving' : 'patients:details.save')}
        </Button>
      </div>
      <p className="text-sm text-ink-3">
        {t(draft.restored ? 'common:state.draftKept' : 'patients:details.help')}
      </p>
    </form>
  );
}
