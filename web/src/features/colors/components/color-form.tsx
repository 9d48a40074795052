import { colorInput } from '@ctdb/contracts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { useDraft } from '@/lib/drafts';
import { contractResolver, useFieldErrors, useSubmit } from '@/lib/form';
import { useRequestKey } from '@/lib/request-key';
import { toast } from '@/lib/toast';
import { useAddColor } from '../api/colors';

const blank = { nameEn: '', nameKn: '', value: '#808080' };

/** Adds a color: its name in both languages, and its shade. */
export function ColorForm() {
  const { t } = useTranslation(['colors', 'common', 'forms']);
  const form = useForm({ resolver: contractResolver(colorInput), defaultValues: blank });
  const draft = useDraft('color', form);
  const request = useRequestKey();
  const addition = useAddColor();
  const fieldError = useFieldErrors(form);
  const submit = useSubmit(form, t('colors:form.failed'), async (body) => {
    await addition.mutateAsync({ body, idempotencyKey: request.keyFor(body) });
    request.renew();
    form.reset(blank);
    draft.clear();
    toast.success(t('colors:form.saved'));
  });
  return (
    <Form aria-labelledby="add-color" onSubmit={submit}>
      <Field label={t('forms:diseaseField.nameEn')} required error={fieldError('nameEn')}>
        <Input lang="en" autoComplete="off" {...form.register('nameEn')} />
      </Field>
      <Field label={t('forms:diseaseField.nameKn')} required error={fieldError('nameKn')}>
        <Input lang="kn" autoComplete="off" {...form.register('nameKn')} />
      </Field>
      <Field label={t('colors:form.value')} error={fieldError('value')}>
        <Input type="color" className="max-w-24" {...form.register('value')} />
      </Field>
      <Button type="submit" variant="primary" pending={addition.isPending} className="self-start">
        {t(addition.isPending ? 'common:action.saving' : 'colors:form.action')}
      </Button>
    </Form>
  );
}
