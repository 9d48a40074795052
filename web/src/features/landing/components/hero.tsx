import { useTranslation } from '@/i18n/use-translation';
import { LinkButton } from '@/components/ui/link-button';
import { bilingual } from '@/i18n/bilingual';
import { otherLanguage } from '@/i18n/language';
import { useLanguage } from '@/i18n/use-language';
import { ColourPlate } from './colour-plate';

/** What this is, in both languages at once, and the way in. */
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
        <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
          <LinkButton to="/admin-login" look="primary" size="large">
            {t('admin.action')}
            <span className="rounded-sm bg-on-accent px-2 text-sm text-accent">
              {t('admin.free')}
            </span>
          </LinkButton>
          <LinkButton to="/app" look="link">
            {t('open')}
          </LinkButton>
        </div>
        <p className="mt-3 max-w-prose text-sm text-ink-3">{t('admin.text')}</p>
      </div>
      <ColourPlate className="mx-auto max-w-72 sm:max-w-80 lg:max-w-none" />
    </section>
  );
}
