import { Contrast } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { Menu } from '@/components/ui/menu';
import { setLanguage } from '@/i18n';
import { languageNames } from '@/i18n/bilingual';
import { otherLanguage, useLanguage } from '@/lib/language';
import { cn } from '@/lib/cn';
import { useProductTitle } from '@/lib/session';
import { readTheme, setTheme, type Theme, themes } from '@/lib/theme';
import { useHydrated } from '@/lib/use-hydrated';
import { LogoMark } from './logo-mark';

/** Shows the other language under its own name; a press switches everything to it. */
function LanguageToggle() {
  const { t } = useTranslation();
  const other = otherLanguage(useLanguage());
  return (
    <Button
      variant="quiet"
      className="px-2 sm:px-3"
      // The visible name comes first, so that speaking it works (WCAG 2.5.3).
      aria-label={`${languageNames[other]} (${t('language.switchTo', { language: t(`language.${other}`) })})`}
      onClick={() => void setLanguage(other)}
    >
      <span lang={other}>{languageNames[other]}</span>
    </Button>
  );
}

/** The choice of a menu: light, dark, or as the device has it. */
export const useThemeEntry = () => {
  const { t } = useTranslation();
  const [chosen, choose] = useState<Theme>();
  const hydrated = useHydrated();
  const theme = chosen ?? (hydrated ? readTheme() : 'light');
  const onChange = (value: string) => {
    const next = themes.find((name) => name === value);
    if (!next) return;
    setTheme(next);
    choose(next);
  };
  const options = themes.map((value) => ({ value, label: t(`theme.${value}`) }));
  return { kind: 'choice' as const, label: t('theme.label'), value: theme, options, onChange };
};

function ThemeMenu() {
  const { t } = useTranslation();
  const entry = useThemeEntry();
  return (
    <Menu
      trigger={
        <Button
          variant="quiet"
          size="icon"
          aria-label={`${entry.label}: ${t(`theme.${entry.value}`)}`}
        >
          <Contrast aria-hidden />
        </Button>
      }
      entries={[entry]}
    />
  );
}

interface HeaderLayoutProps {
  /** Beside the title; on a phone a row of its own below it, whose height is always there. */
  bar?: ReactNode;
  /** In the middle. */
  search?: ReactNode;
  /** Before the language. */
  links?: ReactNode;
  /** After the language; without them the choice of the theme. */
  children?: ReactNode;
  /** As wide as the window, above the navigation at its side; else the bar is at the end of the line. */
  isWide?: boolean;
}

/** Lays out every header: the title (a link to the landing page) and the language have fixed places. */
export function HeaderLayout(props: HeaderLayoutProps) {
  const { bar, search, links, children, isWide = false } = props;
  const { t } = useTranslation();
  const title = useProductTitle();
  return (
    <>
      {/* The first stop of the Tab key: past the header, to the page's own content. */}
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-4 py-2 font-semibold text-on-accent focus:translate-y-0 print:hidden"
      >
        {t('nav.skip')}
      </a>
      <header className="border-b border-line bg-paper print:hidden">
        <div
          className={cn(
            'grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2 sm:flex sm:px-6',
            !isWide && 'mx-auto max-w-7xl',
          )}
        >
          <Link
            to="/"
            className="flex min-h-(--control) w-fit min-w-0 items-center gap-2 rounded-md text-ink"
          >
            {/* On the narrowest screens the name needs the room. */}
            <LogoMark className="max-[22.5rem]:hidden" />
            <span className="leading-heading font-semibold sm:text-lg">{title}</span>
          </Link>
          {bar && (
            <div
              className={cn(
                'order-last col-span-2 flex min-h-8 items-center gap-2 sm:order-none sm:shrink-0',
                !isWide && 'sm:ms-auto',
              )}
            >
              {bar}
            </div>
          )}
          <div
            className={cn(
              'ms-auto flex items-center justify-end gap-1',
              isWide ? 'sm:flex-1' : 'sm:ms-0',
            )}
          >
            {search && <div className="flex sm:flex-1 sm:justify-center">{search}</div>}
            {links}
            <LanguageToggle />
            {children ?? <ThemeMenu />}
          </div>
        </div>
      </header>
    </>
  );
}
