import { type Color, protocolColorNames } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ColorSwatch, Shade } from '@/components/color-swatch';
import { Page } from '@/components/layout/page';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { Section } from '@/components/ui/section';
import { getName, useLanguage } from '@/lib/language';
import { useColors } from '@/lib/colors';
import { useRunAction } from '@/lib/run-action';
import { toast } from '@/lib/toast';
import { useDeleteColor } from '../api/colors';
import { ColorForm } from '../components/color-form';

/** One added color: shade, both names, and its removal. */
function ColorRow({ color }: { color: Color }) {
  const { t } = useTranslation('colors');
  const runAction = useRunAction();
  const [isOpen, open] = useState(false);
  const removal = useDeleteColor();
  const name = getName(color, useLanguage());

  const remove = async () => {
    await runAction(t('remove.failed'), async () => {
      await removal.mutateAsync({ params: { id: color.id } });
      toast.success(t('remove.done'));
    });
    open(false);
  };

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3 last:border-b-0">
      <div className="flex min-w-0 items-center gap-3">
        <Shade color={color.id} colorLook={color} />
        <div className="min-w-0 wrap-anywhere">
          <p lang="en" className="font-semibold">
            {color.nameEn}
          </p>
          <p lang="kn">{color.nameKn}</p>
        </div>
      </div>
      <Button aria-label={t('remove.named', { name })} onClick={() => open(true)}>
        {t('remove.action')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={open}
        question={t('remove.question', { name })}
        confirm={t('remove.action')}
        onConfirm={() => void remove()}
        pending={removal.isPending}
      />
    </li>
  );
}

function AddedColors() {
  const { t } = useTranslation('colors');
  const query = useColors();
  if (query.isPending) return <Skeleton className="h-32" />;
  if (!query.data) return <ErrorState title={t('failed')} query={query} />;
  if (query.data.length === 0) return <p className="text-ink-2">{t('none')}</p>;
  return (
    <ul>
      {query.data.map((color) => (
        <ColorRow key={color.id} color={color} />
      ))}
    </ul>
  );
}

/** The colors of protocols: the built-in ones, and those that administrators add. */
export default function ColorsPage() {
  const { t } = useTranslation('colors');
  return (
    <Page needs="edit" title={t('title')} intro={t('intro')}>
      <div className="grid items-start gap-8 lg:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-8">
          <Section id="added-colors" title={t('added')} headingClass="mb-2 text-lg">
            <AddedColors />
          </Section>
          <Section id="built-in-colors" title={t('builtIn')} headingClass="mb-2 text-lg">
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3">
              {protocolColorNames.map((color) => (
                <li key={color}>
                  <ColorSwatch color={color} />
                </li>
              ))}
            </ul>
          </Section>
        </div>
        <Card>
          <h2 id="add-color" className="mb-4 text-lg">
            {t('form.title')}
          </h2>
          <ColorForm />
        </Card>
      </div>
    </Page>
  );
}
