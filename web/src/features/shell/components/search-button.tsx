import { Search } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { usePageDialog } from '@/lib/page-dialog';
import { useCommandKey, useShortcutKeys } from '@/lib/shortcut-keys';
import { useShortcutsOn } from '@/lib/shortcuts';

const Palette = lazy(() => import('./palette'));

/** Opens the search for everything, also by Ctrl+K, ⌘K and `/`. Its code is loaded at the first opening. */
export function SearchButton() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = usePageDialog();
  const open = () => setOpen(true);
  useCommandKey(open);
  useShortcutKeys({ '/': open });
  const keys = useShortcutsOn() ? 'Control+K Meta+K /' : 'Control+K Meta+K';
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-keyshortcuts={keys}
        onClick={open}
        className="max-xl:size-(--control) max-xl:border-transparent max-xl:bg-transparent max-xl:p-0 xl:w-full xl:max-w-72 xl:min-w-28 xl:justify-start xl:px-3 xl:font-normal xl:text-ink-3"
      >
        <Search aria-hidden />
        <span className="max-xl:sr-only">{t('header.search')}</span>
        <kbd
          aria-hidden
          lang="en"
          className="ms-auto rounded-sm border border-line px-1.5 text-sm max-2xl:hidden"
        >
          Ctrl K
        </kbd>
      </Button>
      {isOpen !== undefined && (
        <Suspense fallback={null}>
          <Palette open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
