import type { ListedDisease } from '@ctdb/contracts';
import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ROWS_ID, useRegistryUrl } from '@/features/registry/model/filter';
import { useSession } from '@/lib/session';
import { shortcutKeys, useShortcutKeys } from '@/lib/shortcut-keys';
import { type ShortcutKey, switchShortcuts, useShortcut, useShortcutsOn } from '@/lib/shortcuts';

/** The list whose diseases `j` and `k` choose. */
interface ShownList {
  /** Undefined while the page is loaded. */
  items: readonly ListedDisease[] | undefined;
  selectedId: string | undefined;
  pages: number;
}

/** Where the disease stands beside the list; the breakpoint `lg`. */
const WIDE = '(width >= 64rem)';

/** Makes `j` and `k` choose the next and the previous disease of the list, on other pages too. */
const useListKeys = ({ items = [], selectedId, pages }: ShownList): void => {
  const { filter, chosenId, isFromBehind, goToPage, diseaseLink } = useRegistryUrl();
  const navigate = useNavigate();
  const choose = (at: number) => {
    const id = items[at]?.id;
    if (id === undefined) return;
    // The back button leaves the list, however many diseases were chosen.
    void navigate(diseaseLink(id), { replace: chosenId !== null });
    // The focus brings the row into view and is announced.
    document.getElementById(ROWS_ID)?.querySelectorAll('a')[at]?.focus();
  };
  const step = (by: 1 | -1) => {
    const isShown = chosenId !== null || matchMedia(WIDE).matches;
    const at = isShown ? items.findIndex(({ id }) => id === selectedId) : -1;
    // Nothing is chosen, or a disease of another page: then start on this page.
    if (at < 0) choose(isFromBehind ? items.length - 1 : 0);
    else if (items[at + by]) choose(at + by);
    else if (filter.page + by >= 1 && filter.page + by <= pages)
      goToPage(filter.page + by, { isFromBehind: by < 0 });
  };
  useShortcutKeys({ j: () => step(1), k: () => step(-1) });
};

const names = {
  '/': 'search',
  j: 'next',
  k: 'previous',
  n: 'newEntry',
  e: 'edit',
  '?': 'help',
} as const;

/** Listens to the keys. The button shows them; in their dialog they can be switched off. */
export function Shortcuts(list: ShownList) {
  const { t } = useTranslation('shortcuts');
  const { can } = useSession();
  const [open, setOpen] = useState(false);
  const on = useShortcutsOn();
  useListKeys(list);
  const rights: Partial<Record<ShortcutKey, boolean>> = { n: can('tools'), e: can('edit') };
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)} {...useShortcut('?')}>
        <Keyboard aria-hidden />
        {t('title')}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t('title')}>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2">
          {shortcutKeys
            .filter((key) => rights[key] ?? true)
            .map((key) => (
              <div key={key} className="contents">
                <dt>
                  <kbd
                    lang="en"
                    className="inline-block min-w-8 rounded-sm border border-line-strong bg-sunk px-2 text-center"
                  >
                    {key}
                  </kbd>
                </dt>
                <dd>{t(names[key])}</dd>
              </div>
            ))}
        </dl>
        <label className="mt-6 flex min-h-(--control) items-center gap-3">
          <input
            type="checkbox"
            checked={on}
            onChange={(event) => switchShortcuts(event.target.checked)}
            className="size-5 shrink-0 accent-accent"
          />
          {t('on')}
        </label>
      </Dialog>
    </>
  );
}
