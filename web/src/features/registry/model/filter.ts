import {
  ALL_CATEGORIES,
  categories,
  type Category,
  diseaseSorts,
  isProtocolColor,
  type DiseaseSort,
  languageStates,
  type LanguageState,
  MAX_NAME_LENGTH,
  MAX_SEARCH_LENGTH,
  outcomes,
  type Outcome,
} from '@ctdb/contracts';
import { useLocation, useSearchParams } from 'react-router-dom';

/** The tabs of the detail panel; the first is the default. */
export const tabs = ['treatment', 'notes', 'history'] as const;
export type Tab = (typeof tabs)[number];

/** The lists that a person has beside the registry. */
export const personalLists = ['favorites', 'recent'] as const;
export type PersonalList = (typeof personalLists)[number];

/** Names the list of rows. */
export const ROWS_ID = 'registry-rows';
/** Names the box of the search. */
export const SEARCH_ID = 'registry-search';

export type CategoryFilter = Category | typeof ALL_CATEGORIES;

/** Which diseases the list shows, and in which order; an empty text is no filter, or the usual order. */
export interface DiseaseFilter {
  category: CategoryFilter;
  search: string;
  /** A built-in color, or the id of an added one. */
  color: string;
  /** The English text of a protocol. */
  area: string;
  outcome: Outcome | '';
  language: LanguageState | '';
  sort: DiseaseSort | '';
  page: number;
}

/** The filters beside category and search. */
export const moreFilters = ['color', 'area', 'outcome', 'language'] as const;

const noFilter: Omit<DiseaseFilter, 'page' | 'sort'> = {
  category: ALL_CATEGORIES,
  search: '',
  color: '',
  area: '',
  outcome: '',
  language: '',
};

/** Whether a filter can leave out diseases. */
export const isFiltering = (filter: DiseaseFilter): boolean =>
  filter.category !== ALL_CATEGORIES ||
  filter.search !== '' ||
  moreFilters.some((name) => filter[name] !== '');

const oneOf = <T extends string>(values: readonly T[], value: string | null): T | undefined =>
  values.find((each) => each === value);

const parsePage = (value: string | null): number => {
  const page = Number(value);
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
};

/** Filter, page and selection in the URL; invalid values count as absent. */
export const readFilter = (params: URLSearchParams): DiseaseFilter => {
  const color = params.get('color') ?? '';
  return {
    category: oneOf(categories, params.get('category')) ?? ALL_CATEGORIES,
    search: (params.get('search') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    color: isProtocolColor(color) || /^[\da-f]{24}$/.test(color) ? color : '',
    area: (params.get('area') ?? '').trim().slice(0, MAX_NAME_LENGTH),
    outcome: oneOf(outcomes, params.get('outcome')) ?? '',
    language: oneOf(languageStates, params.get('language')) ?? '',
    sort: oneOf(diseaseSorts, params.get('sort')) ?? '',
    page: parsePage(params.get('page')),
  };
};

const setParam = (params: URLSearchParams, name: string, value: string) => {
  if (value) params.set(name, value);
  else params.delete(name);
};

/** State of a page in the browser's history. */
interface PageState {
  /** The page was reached backwards: its last disease is shown first. */
  isFromBehind?: boolean;
}

/**
 * Filter, page and selection are part of the URL, so that reload, sharing and the back button work.
 * Another filter or order returns to page 1.
 */
export const useRegistryUrl = () => {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const { isFromBehind = false } = (useLocation().state as PageState | null) ?? {};

  const applyFilter = (changes: Partial<Record<Exclude<keyof DiseaseFilter, 'page'>, string>>) => {
    setParams(
      (current) => {
        const before = current.toString();
        for (const [name, value] of Object.entries(changes))
          setParam(current, name, value === ALL_CATEGORIES ? '' : value.trim());
        // A filter is one of the registry.
        current.delete('list');
        if (current.toString() === before) return current;
        current.delete('page');
        current.delete('disease');
        return current;
      },
      { replace: true },
    );
  };

  const clearFilter = () => {
    applyFilter(noFilter);
    // The button that was pressed is there no more.
    document.getElementById(SEARCH_ID)?.focus();
  };

  /** The query of the URL with other values. */
  const link = (changes: Readonly<Record<string, string>>): string => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) setParam(next, name, value);
    return `?${next.toString()}`;
  };
  const pageText = (page: number): string => (page > 1 ? String(page) : '');
  return {
    filter,
    personal: oneOf(personalLists, params.get('list')),
    chosenId: params.get('disease'),
    tab: oneOf(tabs, params.get('tab')) ?? tabs[0],
    isFromBehind,
    applyFilter,
    clearFilter,
    goToPage: (page: number, state?: PageState) =>
      setParams(link({ page: pageText(page), disease: '' }), { state }),
    /** The query of the URL with another page and the same selection. */
    pageLink: (page: number): string => link({ page: pageText(page) }),
    /** The query of the URL that shows a disease, or only the registry. */
    diseaseLink: (diseaseId: string | null): string => link({ disease: diseaseId ?? '' }),
    /** The query of the URL with another search. */
    searchLink: (search: string): string => link({ search, page: '', disease: '' }),
    showTab: (tab: Tab) => setParams(link({ tab: tab === tabs[0] ? '' : tab }), { replace: true }),
  };
};
