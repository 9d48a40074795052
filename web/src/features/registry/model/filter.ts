import { ALL_CATEGORIES, MAX_SEARCH_LENGTH, categories, type Category } from '@ctdb/contracts';
import { useSearchParams } from 'react-router-dom';

/** The tabs of the detail panel; the first is the default. */
export const tabs = ['treatment', 'notes', 'history'] as const;
export type DetailTab = (typeof tabs)[number];

export type CategoryFilter = Category | typeof ALL_CATEGORIES;

export interface DiseaseFilter {
  category: CategoryFilter;
  search: string;
  page: number;
}

const isCategory = (value: string | null): value is Category =>
  (categories as readonly (string | null)[]).includes(value);

const parsePage = (value: string | null): number => {
  const page = Number(value);
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
};

/** Filter, page and selection in the URL; invalid values count as absent. */
export const readFilter = (params: URLSearchParams): DiseaseFilter => {
  const category = params.get('category');
  return {
    category: isCategory(category) ? category : ALL_CATEGORIES,
    search: (params.get('search') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    page: parsePage(params.get('page')),
  };
};

const setParam = (params: URLSearchParams, name: string, value: string) => {
  if (value) params.set(name, value);
  else params.delete(name);
};

/**
 * Filter, page and selection are part of the URL, so that reload, sharing and the back button work.
 * A new category or search returns to page 1.
 */
export const useRegistryUrl = () => {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);

  const applyFilter = (category: CategoryFilter, search: string) => {
    setParams(
      (current) => {
        const old = readFilter(current);
        if (old.category === category && old.search === search.trim()) return current;
        const next = new URLSearchParams(current);
        setParam(next, 'category', category === ALL_CATEGORIES ? '' : category);
        setParam(next, 'search', search.trim());
        next.delete('page');
        next.delete('disease');
        return next;
      },
      { replace: true },
    );
  };

  const goToPage = (page: number) => {
    setParams((current) => {
      const next = new URLSearchParams(current);
      setParam(next, 'page', page > 1 ? String(page) : '');
      next.delete('disease');
      return next;
    });
  };

  /** The query of the URL with another page and the same selection. */
  const pageLink = (page: number): string => {
    const next = new URLSearchParams(params);
    setParam(next, 'page', page > 1 ? String(page) : '');
    return `?${next.toString()}`;
  };

  /** The query of the URL that shows a disease, or only the registry. */
  const diseaseLink = (diseaseId: string | null): string => {
    const next = new URLSearchParams(params);
    setParam(next, 'disease', diseaseId ?? '');
    return `?${next.toString()}`;
  };

  const showTab = (tab: DetailTab) => {
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        setParam(next, 'tab', tab === tabs[0] ? '' : tab);
        return next;
      },
      { replace: true },
    );
  };

  const tab = tabs.find((name) => name === params.get('tab')) ?? tabs[0];
  const chosenId = params.get('disease');
  return { filter, chosenId, tab, applyFilter, goToPage, pageLink, diseaseLink, showTab };
};
