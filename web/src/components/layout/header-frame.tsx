import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useProductTitle } from '@/lib/session';
import { LanguageToggle } from './language-toggle';
import { LogoMark } from './logo-mark';
import { SkipLink } from './skip-link';
import { ThemeMenu } from './theme-menu';

interface HeaderFrameProps {
  /** Beside the title. */
  badge?: ReactNode;
  /** Between the title and the switches that every header has. */
  children?: ReactNode;
}

/** What every header has: the title (a link to the landing page), language and theme. */
export function HeaderFrame({ badge, children }: HeaderFrameProps) {
  const title = useProductTitle();
  return (
    <>
      <SkipLink />
      <header className="border-b border-line bg-paper print:hidden">
        <div className="mx-auto flex min-h-14 max-w-7xl items-center gap-x-2 px-4 py-2 sm:px-6">
          <Link
            to="/"
            className="flex min-h-(--control) min-w-0 items-center gap-2 rounded-md text-ink"
          >
            <LogoMark />
            <span className="text-base leading-heading font-semibold sm:text-lg">{title}</span>
          </Link>
          {badge}
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
