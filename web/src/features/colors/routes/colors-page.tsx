import { type Color, colorInput, protocolColorNames } from '@ctdb/contracts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ColorSwatch, Shade } from '@/components/color-swatch';
import { ConfirmButton } from '@/components/confirm-button';
import { TextField } from '@/components/form-fields';
import { Page } from '@/components/layout/page';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Form } from '@/components/ui/form';
import { ListRow } from '@/components/ui/list-row';
import { Loaded } from '@/components/ui/loaded';
import { Section } from '@/components/ui/section';
import { call, routes } from '@/lib/api';
import { colorsQuery, useColors } from '@/lib/colors';
import { useDraft } from '@/lib/drafts';
import { contractResolver, useSubmit } from '@/lib/form';
import { getName, useLanguage } from '@/lib/language';
import { useRequestKey } from '@/lib/request-key';
import { useReloadAfter } from '@/lib/run-action';
import { toast } from '@/lib/toast';

const blank = { nameEn: '', nameKn: '', value: '#808080' };

/** Adds a color: its name in both languages, and its shade. */
function ColorForm() {
  const { t } = useTranslation(['colors', 'common', 'forms']);
  const form = useForm({ resolver: contractResolver(colorInput), defaultValues: blank });
  const draft = useDraft('color', form);
  const request = useRequestKey();
  const { isSubmitting } = form.formState;
  const reloadAfter = useReloadAfter({ queryKey: colorsQuery.queryKey });
  const box = { form, autoComplete: 'off' } as const;
  const submit = useSubmit(form, t('colors:form.failed'), async (body) => {
    await reloadAfter(call(routes.addColor, { body, idempotencyKey: request.keyFor(body) }));
    request.renew();
    form.reset(blank);
    draft.clear();
    toast.success(t('colors:form.saved'));
  });
  return (
    <Form aria-labelledby="add-color" onSubmit={submit}>
      <TextField {...box} name="nameEn" label={t('forms:diseaseField.nameEn')} required lang="en" />
      <TextField {...box} name="nameKn" label={t('forms:diseaseField.nameKn')} required lang="kn" />
      <TextField
        form={form}
        name="value"
        label={t('colors:form.value')}
        type="color"
        boxClass="max-w-24"
      />
      <Button type="submit" variant="primary" pending={isSubmitting} className="self-start">
        {t(isSubmitting ? 'common:action.saving' : 'colors:form.action')}
      </Button>
    </Form>
  );
}

/** One added color: shade, both names, and its removal. */
function ColorRow({ color }: { color: Color }) {
  const { t } = useTranslation('colors');
  const reloadAfter = useReloadAfter({ queryKey: colorsQuery.queryKey });
  const name = getName(color, useLanguage());

  return (
    <ListRow
      title={
        <span className="flex items-center gap-3">
          <Shade color={color.id} colorLook={color} />
          <span lang="en">{color.nameEn}</span>
        </span>
      }
      badges={
        <span lang="kn" className="min-w-0 wrap-anywhere">
          {color.nameKn}
        </span>
      }
      actions={
        <ConfirmButton
          aria-label={t('remove.named', { name })}
          action={t('remove.action')}
          question={t('remove.question', { name })}
          failed={t('remove.failed')}
          run={async () => {
            await reloadAfter(call(routes.deleteColor, { params: { id: color.id } }));
            toast.success(t('remove.done'));
          }}
        />
      }
    />
  );
}

function AddedColors() {
  const { t } = useTranslation('colors');
  return (
    <Loaded query={useColors()} failed={t('failed')} height="h-32">
      {(colors) =>
        colors.length === 0 ? (
          <p className="text-ink-2">{t('none')}</p>
        ) : (
          <ul>
            {colors.map((color) => (
              <ColorRow key={color.id} color={color} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

/** The colors of protocols: the built-in ones, and those that administrators add. */
export default function ColorsPage() {
  const { t } = useTranslation('colors');
  return (
    <Page needs="edit" title={t('title')} intro={t('intro')}>
      {/* The list, whose height is known last, stands last: it moves nothing. */}
      <div className="grid items-start gap-8 lg:grid-cols-[3fr_2fr] lg:grid-rows-[auto_1fr]">
        <Section id="built-in-colors" title={t('builtIn')} headingClass="mb-2 text-lg">
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3">
            {protocolColorNames.map((color) => (
              <li key={color}>
                <ColorSwatch color={color} />
              </li>
            ))}
          </ul>
        </Section>
        <Card className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <h2 id="add-color" className="mb-4 text-lg">
            {t('form.title')}
          </h2>
          <ColorForm />
        </Card>
        <Section id="added-colors" title={t('added')} headingClass="mb-2 text-lg">
          <AddedColors />
        </Section>
      </div>
    </Page>
  );
}
