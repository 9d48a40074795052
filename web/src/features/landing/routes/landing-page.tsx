import { defaultHourlyPrice } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Main, usePageTitle } from '@/components/layout/page';
import { PlanCards } from '@/components/plan-cards';
import { LinkButton } from '@/components/ui/button';
import { takenOverLater } from '@/i18n/lazy-with-texts';
import { Notice } from '@/components/ui/notice';
import { Section } from '@/components/ui/section';
import { getName, useLanguage } from '@/lib/language';
import type { SavedState } from '@/lib/saved-state';
import { useConfig, useReader } from '@/lib/session';
import { Hero } from '../components/hero';
import { LookInside } from '../components/look-inside';

const names = ['registry', 'search', 'protocols', 'history', 'trends', 'privacy'] as const;

/** The features of the product, as a list of contents. */
function Features() {
  const { t } = useTranslation('landing');
  return (
    <Section id="features" title={t('features.title')} className="border-t border-line py-12">
      <ul className="mt-6 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
        {names.map((name) => (
          <li key={name} className="border-t border-line py-6">
            <h3 className="text-lg">{t(`features.${name}.title`)}</h3>
            <p className="mt-1 text-ink-2">{t(`features.${name}.text`)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/**
 * What a user says, from the settings. The prerendered page has a place for it; CSS hides an empty one,
 * because the elements must stay the same when the page is taken over.
 */
function Testimonial() {
  const language = useLanguage();
  const testimonial = useConfig()?.testimonial;
  return (
    <section className="border-t border-line py-12 has-[blockquote:empty]:hidden">
      <figure className="max-w-3xl wrap-anywhere">
        <blockquote className="text-xl leading-body">{testimonial?.[language]}</blockquote>
        <figcaption className="mt-3 text-sm text-ink-3 empty:hidden">
          {testimonial?.name}
        </figcaption>
      </figure>
    </section>
  );
}

/** Leads to the disease whose treatment was just saved, as long as the page is open. */
function SavedTreatment() {
  const { t } = useTranslation('landing');
  const language = useLanguage();
  const { saved } = (useLocation().state as Partial<SavedState> | null) ?? {};
  if (!saved) return null;
  return (
    <Notice tone="success" className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>{t('saved.text', { name: getName(saved, language) })}</p>
        <LinkButton to={`/app?disease=${saved.id}`} size="small">
          {t('saved.open')}
        </LinkButton>
      </div>
    </Notice>
  );
}

const inside = takenOverLater(<LookInside />);
const features = takenOverLater(<Features />);
const plans = takenOverLater(<PlanCards fallback={defaultHourlyPrice} />);
const testimonial = takenOverLater(<Testimonial />);

export default function LandingPage() {
  const { can } = useReader();
  usePageTitle();
  return (
    <Main className="max-w-7xl sm:px-6">
      <SavedTreatment />
      <Hero />
      {inside}
      {features}
      {/* Those who have access are sold none. */}
      {!can('read') && plans}
      {testimonial}
    </Main>
  );
}
