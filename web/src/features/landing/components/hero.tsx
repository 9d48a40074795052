import { useTranslation } from 'react-i18next';
import { bilingual } from '@/i18n/bilingual';
import { otherLanguage } from '@/i18n/language';
import { useLanguage } from '@/i18n/use-language';
import { ColourPlate } from './colour-plate';
import { WaysIn } from './ways-in';

/** What this is, in both languages at once, and the ways in. */
export function Hero() {
  const { t } = useTranslation('landing');
  const language = useLanguage();
  const other = otherLanguage(language);
  return (
    <section className="grid items-center gap-12 py-12 lg:grid-cols-[1fr_minmax(0,26rem)] lg:gap-16 lg:py-16">
      <div className="max-w-2xl">
        <h1>
          <span lang={language} className="block text-2xl sm:text-3xl">
            {bilingual.sentence[language]}
          </span>
          <span lang={other} className="mt-3 block text-xl font-normal text-ink-2 sm:text-2xl">
            {bilingual.sentence[other]}
          </span>
        </h1>
        <p className="mt-6 max-w-prose text-lg text-ink-2">{t('lead')}</p>
        <WaysIn />
      </div>
      <ColourPlate className="mx-auto max-w-72 sm:max-w-80 lg:max-w-none" />
    </section>
  );
}
