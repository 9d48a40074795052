import { type Color, protocolColorNames } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { ColorSwatch, Shade } from '@/components/color-swatch';
import { ConfirmButton } from '@/components/confirm-button';
import { Page } from '@/components/layout/page';
import { Card } from '@/components/ui/card';
import { ListRow } from '@/components/ui/list-row';
import { Loaded } from '@/components/ui/loaded';
import { Section } from '@/components/ui/section';
import { getName, useLanguage } from '@/lib/language';
import { useColors } from '@/lib/colors';
import { toast } from '@/lib/toast';
import { useDeleteColor } from '../api/colors';
import { ColorForm } from '../components/color-form';

/** One added color: shade, both names, and its removal. */
function ColorRow({ color }: { color: Color }) {
  const { t } = useTranslation('colors');
  const removal = useDeleteColor();
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
          pending={removal.isPending}
          run={async () => {
            await removal.mutateAsync({ params: { id: color.id } });
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
