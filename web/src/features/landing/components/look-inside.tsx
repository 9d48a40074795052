import { useQuery } from '@tanstack/react-query';
import { samplePlaceholders, type SampleCard } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { ColorSwatch } from '@/components/color-swatch';
import { CategoryBadge } from '@/components/ui/badge';
import { Section } from '@/components/ui/section';
import { otherLanguage, useLanguage } from '@/lib/language';
import { cn } from '@/lib/cn';
import { samplesQuery } from '@/lib/page-values';
import { useHydrated } from '@/lib/use-hydrated';

/** The names are part of the prerendered page; what needs the category's color comes later. */
function Card({ sample }: { sample: SampleCard | undefined }) {
  const hydrated = useHydrated();
  const language = useLanguage();
  return (
    <li className="rounded-lg border border-line bg-raised p-5 has-[[lang=en]:empty]:hidden">
      <h3>
        {[language, otherLanguage(language)].map((lang, at) => (
          <span
            key={lang}
            lang={lang}
            className={cn('block', at === 0 ? 'text-lg' : 'font-normal text-ink-2')}
          >
            {lang === 'en' ? sample?.nameEn : sample?.nameKn}
          </span>
        ))}
      </h3>
      <div className="mt-3 min-h-15">
        {hydrated && sample && (
          <>
            <CategoryBadge category={sample.category} />
            <div className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
              {sample.colors.map((color) => (
                <ColorSwatch key={color} color={color} />
              ))}
            </div>
          </>
        )}
      </div>
    </li>
  );
}

const views = ['registry', 'treatment'] as const;
const themes = ['light', 'dark'] as const;

/** A view of the product; a browser loads only the picture of the theme that is shown. */
function Picture({ view }: { view: (typeof views)[number] }) {
  const { t } = useTranslation('landing');
  const language = useLanguage();
  return (
    <figure>
      {themes.map((theme) => (
        <img
          key={theme}
          src={`/pictures/${view}-${language}-${theme}.webp`}
          alt={t(`inside.${view}.picture`)}
          width={1280}
          height={800}
          loading="lazy"
          decoding="async"
          className={cn(
            'h-auto w-full rounded-lg border border-line',
            theme === 'light' ? 'dark:hidden' : 'hidden dark:block',
          )}
        />
      ))}
      <figcaption className="mt-2 text-ink-2">{t(`inside.${view}.caption`)}</figcaption>
    </figure>
  );
}

/**
 * Samples of the registry, and how its screens look. The prerendered page has a place for the samples;
 * CSS hides an empty one, because the elements must stay the same when the page is taken over.
 */
export function LookInside() {
  const { t } = useTranslation('landing');
  const samples = useQuery(samplesQuery).data;
  return (
    <Section id="inside" title={t('inside.title')} className="border-t border-line py-12">
      <ul className="mt-6 grid gap-4 has-[li:first-child_[lang=en]:empty]:hidden sm:grid-cols-3">
        {samplePlaceholders.map(({ nameEn }, at) => (
          <Card key={nameEn} sample={samples?.[at]} />
        ))}
      </ul>
      <div className="mt-8 grid gap-8 lg:grid-cols-2">
        {views.map((view) => (
          <Picture key={view} view={view} />
        ))}
      </div>
    </Section>
  );
}
