import { defaultHourlyPrice, formatMoney } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { ByCurrency } from '@/components/by-currency';
import { ringSegmentPath } from '@/components/layout/logo-mark';
import { SampleLink } from '@/components/sample-link';
import { LinkButton } from '@/components/ui/button';
import { bilingualTexts } from '@/i18n/bilingual';
import { otherLanguage, useLanguage } from '@/lib/language';
import { cn } from '@/lib/cn';
import { useHourlyPrice } from '@/lib/pricing';
import { useReader } from '@/lib/session';

const HUES = 24;
const RINGS = 5;
const INNER = 34;
const RING = 25;
const GAP = 1.6;

/** Paler towards the centre; yellows lighter and blues darker, as pigments are. */
const segmentColor = (hue: number, ring: number): string => {
  const degrees = (hue / HUES) * 360 + 20;
  const warmth = Math.cos(((degrees - 105) * Math.PI) / 180);
  const depth = ring / (RINGS - 1);
  const lightness = 0.93 - 0.31 * depth + 0.08 * warmth * depth;
  const chroma = 0.03 + 0.105 * depth;
  return `oklch(${lightness.toFixed(3)} ${chroma.toFixed(3)} ${degrees.toFixed(1)})`;
};

/** A field's outline, with a gap of even width to its neighbours. */
const segmentPath = (hue: number, ring: number): string => {
  const inner = INNER + ring * RING;
  const outer = inner + RING - GAP;
  const margin = GAP / 2 / (2 * Math.PI * ((inner + outer) / 2));
  return ringSegmentPath(hue / HUES + margin, (hue + 1) / HUES - margin, inner, outer);
};

const fields = Array.from({ length: HUES * RINGS }, (_, at) => {
  const hue = at % HUES;
  const ring = Math.floor(at / HUES);
  return { key: at, path: segmentPath(hue, ring), fill: segmentColor(hue, ring) };
});

/** A decorative wheel of 24 hues in five shades, hidden from screen readers. */
function ColorWheel({ className }: { className?: string }) {
  return (
    <svg viewBox="-160 -160 320 320" aria-hidden className={cn('h-auto w-full', className)}>
      {fields.map(({ key, path, fill }) => (
        <path key={key} d={path} fill={fill} />
      ))}
    </svg>
  );
}

/** One hour for a price, or free of charge for administrators. */
export function EntryLinks() {
  const { t } = useTranslation('landing');
  const { amounts } = useHourlyPrice(defaultHourlyPrice);
  return (
    <>
      <div className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-4">
        <LinkButton to="/hourly-access" reloadDocument variant="primary" size="large">
          {t('hourly.action')}
          <span className="rounded-sm bg-on-accent px-2 text-sm text-accent tabular-nums">
            <ByCurrency>{(currency) => formatMoney(amounts[currency], currency)}</ByCurrency>
          </span>
        </LinkButton>
        <LinkButton to="/admin-login" size="large">
          {t('admin.action')}
          <span className="rounded-sm bg-accent-soft px-2 text-sm text-accent">
            {t('admin.free')}
          </span>
        </LinkButton>
      </div>
      <p className="mt-3 max-w-prose text-sm text-ink-3">{t('hourly.text')}</p>
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        <LinkButton to="/app" variant="link">
          {t('open')}
        </LinkButton>
        <SampleLink />
        <LinkButton to="/access" variant="link">
          {t('hourly.restore')}
        </LinkButton>
      </p>
    </>
  );
}

/** The product name and description in both languages, with links to enter. */
export function Hero() {
  const { t } = useTranslation('landing');
  const language = useLanguage();
  const other = otherLanguage(language);
  const { can } = useReader();
  return (
    <section className="grid items-center gap-12 py-12 lg:grid-cols-[1fr_minmax(0,26rem)] lg:gap-16 lg:py-16">
      <div className="max-w-2xl">
        <h1>
          <span lang={language} className="block text-2xl sm:text-3xl">
            {bilingualTexts.sentence[language]}
          </span>
          <span lang={other} className="mt-3 block text-xl font-normal text-ink-2 sm:text-2xl">
            {bilingualTexts.sentence[other]}
          </span>
        </h1>
        <p className="mt-6 max-w-prose text-lg text-ink-2">{t('lead')}</p>
        {/* What the others buy is not for readers who have access. */}
        {can('read') ? (
          <div className="mt-8">
            <LinkButton to="/app" variant="primary" size="large">
              {t('continue')}
            </LinkButton>
          </div>
        ) : (
          <EntryLinks />
        )}
      </div>
      <ColorWheel className="mx-auto max-w-72 sm:max-w-80 lg:max-w-none" />
    </section>
  );
}
