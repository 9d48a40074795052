import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useProductTitle } from '@/lib/session';
import { LanguageToggle } from './language-toggle';
import { LogoMark } from './logo-mark';
import { SkipLink } from './skip-link';
import { ThemeMenu } from './theme-menu';

interface HeaderFrameProps {
  /** Beside the title; on a phone a row of its own below it. */
  bar?: ReactNode;
  /** Before the switches that every header has; in the same row on every screen. */
  children?: ReactNode;
}

/** What every header has: the title (a link to the landing page), language and theme. */
export function HeaderFrame({ bar, children }: HeaderFrameProps) {
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
