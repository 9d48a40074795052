import type { ListedDisease } from '@ctdb/contracts';
import { useNavigate } from 'react-router-dom';
import { useShortcutKeys } from '@/lib/shortcut-keys';
import { ROWS_ID, useRegistryUrl } from './filter';

/** The list whose diseases `j` and `k` choose. */
export interface ShownList {
  /** Undefined while the page is loaded. */
  items: readonly ListedDisease[] | undefined;
  selectedId: string | undefined;
  pages: number;
}

/** Where the disease stands beside the list; the breakpoint `lg`. */
const WIDE = '(width >= 64rem)';

/** Makes `j` and `k` choose the next and the previous disease of the list, on other pages too. */
export const useListKeys = ({ items = [], selectedId, pages }: ShownList): void => {
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
