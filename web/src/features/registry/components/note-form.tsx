import {
  DEFAULT_NOTE_TITLE,
  MAX_NAME_LENGTH,
  noteInput,
  optionalText,
  type TreatmentDetail,
} from '@ctdb/contracts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Field, Input, Textarea } from '@/components/ui/field';
import { useDraft } from '@/lib/drafts';
import { contractResolver, useFieldErrors, useSubmit } from '@/lib/form';
import { useRequestKey } from '@/lib/request-key';
import { toast } from '@/lib/toast';
import { useAddNote } from '../api/entries';
import { KannadaFields } from './kannada-fields';

/** A blank title is allowed: the note then gets the default title. */
const noteForm = noteInput
  .omit({ treatmentId: true })
  .extend({ title: optionalText(MAX_NAME_LENGTH) });

interface NoteFormProps {
  treatment: TreatmentDetail;
  onClose: () => void;
}

/** A new note, written in place. */
export function NoteForm({ treatment, onClose }: NoteFormProps) {
  const { t } = useTranslation(['registry', 'common', 'entries']);
  const form = useForm({
    resolver: contractResolver(noteForm),
    defaultValues: { title: '', titleKn: '', content: '', contentKn: '' },
  });
  const draft = useDraft(`note:${treatment.id}`, form);
  const request = useRequestKey();
  const addition = useAddNote(treatment.diseaseId);
  const fieldError = useFieldErrors(form);

  const close = () => {
    draft.clear();
    onClose();
  };
  const submit = useSubmit(form, t('entries:note.failed'), async (values) => {
    const body = {
      ...values,
      treatmentId: treatment.id,
      title: values.title || DEFAULT_NOTE_TITLE,
    };
    await addition.mutateAsync({ body, idempotencyKey: request.keyFor(body) });
    toast.success(t('entries:note.saved'));
    close();
  });

  return (
    <form
      noValidate
      aria-label={t('entries:note.add')}
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4 rounded-lg border border-line bg-raised p-4 sm:p-6"
    >
      <Field label={t('entries:note.title')} optional error={fieldError('title')}>
        <Input placeholder={t('entries:note.defaultTitle')} {...form.register('title')} />
      </Field>
      <Field label={t('entries:note.content')} required error={fieldError('content')}>
        <Textarea rows={4} autoFocus {...form.register('content')} />
      </Field>
      <KannadaFields
        form={form}
        fields={[
          { name: 'titleKn', label: t('entries:note.title') },
          { name: 'contentKn', label: t('entries:note.content'), rows: 4 },
        ]}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" pending={addition.isPending}>
          {t(addition.isPending ? 'common:action.saving' : 'entries:note.save')}
        </Button>
        <Button onClick={close}>{t('common:action.cancel')}</Button>
      </div>
    </form>
  );
}
