import { legalPage, type LegalPage, legalPageInput } from '@ctdb/contracts';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ConflictNotice } from '@/components/conflict-notice';
import { Button, LinkButton } from '@/components/ui/button';
import { Field, Textarea } from '@/components/ui/field';
import { FormActions } from '@/components/ui/form-actions';
import { Notice } from '@/components/ui/notice';
import { useDraft } from '@/lib/drafts';
import { contractResolver, useFieldErrors } from '@/lib/form';
import { toast } from '@/lib/toast';
import { useVersionedForm } from '@/lib/use-versioned-form';
import { useSetLegalPage } from '../api/legal-pages';
import { LegalText } from './legal-text';

const texts = [
  { name: 'textEn', language: 'en' },
  { name: 'textKn', language: 'kn' },
] as const;

const toValues = ({ textEn, textKn, isDraft }: LegalPage) => ({ textEn, textKn, isDraft });

/** Edits the text of a public page, both languages side by side. It stays open when it is saved. */
export function LegalForm({ page }: { page: LegalPage }) {
  const { t } = useTranslation(['legal', 'common']);
  const form = useForm({
    resolver: contractResolver(legalPageInput),
    defaultValues: toValues(page),
  });
  const { errors, isSubmitting } = form.formState;
  const draft = useDraft(`legal:${page.id}`, form, page.version);
  const change = useSetLegalPage(page.id);
  const typed = useWatch({ control: form.control });
  const fieldError = useFieldErrors(form);
  const [wantsPreview, setPreview] = useState(false);
  // A field with an error must be there.
  const isPreview = wantsPreview && Object.keys(errors).length === 0;

  const reset = (saved: LegalPage) => {
    form.reset(toValues(saved));
    draft.clear();
    draft.setVersion(saved.version);
  };
  const { submit, conflict } = useVersionedForm({
    form,
    draft,
    failed: t('edit.failed'),
    toValues: (saved) => {
      const { data } = legalPage.safeParse(saved);
      return data && toValues(data);
    },
    save: async (body, ifMatch) => {
      reset(await change.mutateAsync({ params: { page: page.id }, body, ifMatch }));
      toast.success(t('edit.saved'));
    },
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
      {draft.restored && <Notice role="status">{t('common:state.draftKept')}</Notice>}
      {page.isDraft && (
        <Notice tone="caution">{t(page.changedAt ? 'edit.draft' : 'edit.firstVersion')}</Notice>
      )}
      {conflict && (
        <ConflictNotice
          {...conflict}
          serverValues={texts.map(({ name, language }) => ({
            lang: language,
            text: conflict.values[name],
          }))}
        />
      )}
      <div className="grid gap-6 lg:grid-cols-2">
        {texts.map(({ name, language }) =>
          isPreview ? (
            <section key={name} aria-label={t(`edit.${name}`)} className="min-w-0">
              <LegalText text={typed[name] ?? ''} language={language} />
            </section>
          ) : (
            <Field
              key={name}
              label={t(`edit.${name}`)}
              help={t('edit.help')}
              required
              error={fieldError(name)}
            >
              <Textarea lang={language} rows={18} {...form.register(name)} />
            </Field>
          ),
        )}
      </div>
      <Controller
        control={form.control}
        name="isDraft"
        render={({ field: { value, onChange, ...field } }) => (
          <label className="flex min-h-(--control) items-center gap-3">
            <input
              {...field}
              type="checkbox"
              checked={!value}
              onChange={(event) => onChange(!event.target.checked)}
              className="size-5 shrink-0 accent-accent"
            />
            {t('edit.checked')}
          </label>
        )}
      />
      <div className="flex flex-wrap items-center gap-3">
        <FormActions
          isSaving={isSubmitting}
          cancel={t('edit.discard')}
          onCancel={conflict ? conflict.onDiscardMine : () => reset(page)}
        />
        <Button aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
          {t('edit.preview')}
        </Button>
        <LinkButton to={`/${page.id}`} variant="link">
          {t('edit.open')}
        </LinkButton>
      </div>
    </form>
  );
}
