import { Contrast } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { Menu } from '@/components/ui/menu';
import { setLanguage } from '@/i18n';
import { languageNames } from '@/i18n/bilingual';
import { otherLanguage, useLanguage } from '@/i18n/language';
import { useProductTitle } from '@/lib/session';
import { readTheme, setTheme, type Theme, themes } from '@/lib/theme';
import { useHydrated } from '@/lib/use-hydrated';
import { LogoMark } from './logo-mark';

/** The first stop of the Tab key: past the header, to the page's own content. */
function SkipLink() {
  const { t } = useTranslation();
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-4 py-2 font-semibold text-on-accent focus:translate-y-0 print:hidden"
    >
      {t('nav.skip')}
    </a>
  );
}

/** Shows the other language under its own name; a press switches everything to it. */
function LanguageToggle() {
  const { t } = useTranslation();
  const other = otherLanguage(useLanguage());
  return (
    <Button
      variant="quiet"
      className="px-3"
      // The visible name comes first, so that speaking it works (WCAG 2.5.3).
      aria-label={`${languageNames[other]} (${t('language.switchTo', { language: t(`language.${other}`) })})`}
      onClick={() => void setLanguage(other)}
    >
      <span lang={other}>{languageNames[other]}</span>
    </Button>
  );
}

/** Light, dark, or as the device has it. */
function ThemeMenu() {
  const { t } = useTranslation();
  const [chosen, choose] = useState<Theme>();
  const hydrated = useHydrated();
  const theme = chosen ?? (hydrated ? readTheme() : 'light');
  const change = (value: string) => {
    const next = themes.find((name) => name === value);
    if (!next) return;
    setTheme(next);
    choose(next);
  };
  const label = t('theme.label');
  const options = themes.map((value) => ({ value, label: t(`theme.${value}`) }));
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="icon" aria-label={`${label}: ${t(`theme.${theme}`)}`}>
          <Contrast aria-hidden />
        </Button>
      }
      entries={[{ kind: 'choice', label, value: theme, options, onChange: change }]}
    />
  );
}

interface HeaderLayoutProps {
  /** Beside the title; on a phone a row of its own below it. */
  bar?: ReactNode;
  /** Before the switches that every header has; in the same row on every screen. */
  children?: ReactNode;
}

/** What every header has: the title (a link to the landing page), language and theme. */
export function HeaderLayout({ bar, children }: HeaderLayoutProps) {
  const title = useProductTitle();
  return (
    <>
      <SkipLink />
      <header className="border-b border-line bg-paper print:hidden">
        <div className="mx-auto grid min-h-14 max-w-7xl grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2 sm:flex sm:px-6">
          <Link
            to="/"
            className="flex min-h-(--control) w-fit min-w-0 items-center gap-2 rounded-md text-ink"
          >
            <LogoMark />
            <span className="leading-heading font-semibold sm:text-lg">{title}</span>
          </Link>
          {bar && (
            <div className="order-last col-span-2 flex items-center gap-1 sm:order-none sm:min-w-0 sm:flex-1">
              {bar}
            </div>
          )}
          <div className="ms-auto flex shrink-0 items-center gap-1">
            {children}
            <LanguageToggle />
            <ThemeMenu />
          </div>
        </div>
      </header>
    </>
  );
}
