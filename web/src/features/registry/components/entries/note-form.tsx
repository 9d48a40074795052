import {
  DEFAULT_NOTE_TITLE,
  MAX_NAME_LENGTH,
  note as noteSchema,
  noteInput,
  type Note,
  optionalText,
  type TreatmentDetail,
} from '@ctdb/contracts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ConflictNotice } from '@/components/conflict-notice';
import { Field, Input, Textarea } from '@/components/ui/field';
import { FormActions } from '@/components/ui/form-actions';
import { useDraft } from '@/lib/drafts';
import { contractResolver, useFieldErrors } from '@/lib/form';
import { useRequestKey } from '@/lib/request-key';
import { toast } from '@/lib/toast';
import { useVersionedForm } from '@/lib/use-versioned-form';
import { useAddNote, useUpdateNote } from '@/features/registry/api/entries';
import { AudienceHint } from './entry-visibility';
import { KannadaFields } from '../forms/kannada-fields';

/** A blank title is allowed: the note then gets the default title. */
const noteForm = noteInput
  .omit({ treatmentId: true })
  .extend({ title: optionalText(MAX_NAME_LENGTH) });

const blank = { title: '', titleKn: '', content: '', contentKn: '' };

const toFormValues = ({ title, titleKn, content, contentKn }: Note) => ({
  title,
  titleKn,
  content,
  contentKn,
});

interface NoteFormProps {
  treatment: TreatmentDetail;
  /** The note that is corrected; absent for a new one. */
  note?: Note;
  onClose: () => void;
}

/** A new note, or the correction of one, written in place. */
export function NoteForm({ treatment, note, onClose }: NoteFormProps) {
  const { t } = useTranslation(['registry', 'common', 'entries']);
  const form = useForm({
    resolver: contractResolver(noteForm),
    defaultValues: note ? toFormValues(note) : blank,
  });
  const draft = useDraft(`note:${note?.id ?? treatment.id}`, form, note?.version);
  const request = useRequestKey();
  const addition = useAddNote(treatment.diseaseId);
  const correction = useUpdateNote(treatment.diseaseId);
  const { isSubmitting } = form.formState;
  const fieldError = useFieldErrors(form);

  const close = () => {
    draft.clear();
    onClose();
  };
  const { submit, conflict } = useVersionedForm({
    form,
    draft,
    failed: t('entries:note.failed'),
    toValues: (saved) => {
      const { data } = noteSchema.safeParse(saved);
      return data && toFormValues(data);
    },
    save: async (values, ifMatch) => {
      const body = { ...values, title: values.title || DEFAULT_NOTE_TITLE };
      if (note) {
        const params = { id: treatment.id, noteId: note.id };
        await correction.mutateAsync({ params, body, ifMatch });
      } else {
        const added = { ...body, treatmentId: treatment.id };
        await addition.mutateAsync({ body: added, idempotencyKey: request.keyFor(added) });
      }
      toast.success(t('entries:note.saved'));
      close();
    },
  });

  return (
    <form
      noValidate
      aria-label={t(note ? 'entries:note.edit' : 'entries:note.add')}
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4 rounded-lg border border-line bg-raised p-4 sm:p-6"
    >
      {conflict && (
        <ConflictNotice
          {...conflict}
          serverValues={[
            { lang: 'en', text: [conflict.values.title, conflict.values.content].join('\n') },
            {
              lang: 'kn',
              text: [conflict.values.titleKn, conflict.values.contentKn].filter(Boolean).join('\n'),
            },
          ]}
        />
      )}
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
      <AudienceHint isPublished={note?.isPublished ?? false} />
      <FormActions isSaving={isSubmitting} save={t('entries:note.save')} onCancel={close} />
    </form>
  );
}
