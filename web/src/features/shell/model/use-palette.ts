import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { setLanguage } from '@/i18n';
import { getName, otherLanguage, useLanguage } from '@/lib/language';
import { call, routes } from '@/lib/api';
import { useNewEntry } from '@/lib/header-action';
import { useNavigation } from '@/lib/navigation';
import { useSession } from '@/lib/session';
import { setTheme, themes } from '@/lib/theme';

/** Something to open or to do. */
export interface PaletteItem {
  id: string;
  label: string;
  /** In smaller letters: the name in the other language. */
  detail?: string;
  run: () => void;
}

export interface PaletteGroup {
  name: 'diseases' | 'patients' | 'pages' | 'actions';
  items: PaletteItem[];
}

/** Typing searches after this pause, in milliseconds. */
const SEARCH_DELAY_MS = 200;
const MAX_DISEASES = 6;
const MAX_PATIENTS = 5;

/** What the server finds. A search that is replaced before its pause has passed is never sent. */
const useFound = <T>(
  kind: PaletteGroup['name'],
  search: string,
  isAllowed: boolean,
  load: (signal: AbortSignal) => Promise<T[]>,
) => {
  const { data, isFetching, isError } = useQuery({
    queryKey: ['palette', kind, search],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, SEARCH_DELAY_MS));
      signal.throwIfAborted();
      return load(signal);
    },
    placeholderData: keepPreviousData,
    enabled: isAllowed && search !== '',
    // Later, there may be other data.
    gcTime: 0,
  });
  return { found: search === '' ? [] : (data ?? []), isFetching, isError };
};

/** Finds diseases and patients by the server, pages and actions by their names. */
export const usePalette = (text: string) => {
  const navigate = useNavigate();
  const language = useLanguage();
  const { can } = useSession();
  const { t } = useTranslation(['shell', 'common']);
  const newEntry = useNewEntry();
  const sections = useNavigation().flatMap((group) => group.sections);
  const other = otherLanguage(language);
  const typed = text.trim();

  const pages: PaletteItem[] = sections
    .flatMap((section) => section.pages)
    .map(({ name, path }) => ({
      id: path,
      label: t(`shell:name.${name}`),
      run: () => void navigate(path),
    }));
  const actions: PaletteItem[] = [
    ...(can('edit') ? [{ id: 'new', label: t('common:header.newEntry'), run: newEntry }] : []),
    {
      id: 'language',
      label: t('common:language.switchTo', { language: t(`common:language.${other}`) }),
      run: () => void setLanguage(other),
    },
    ...themes.map((theme) => ({
      id: theme,
      label: `${t('common:theme.label')}: ${t(`common:theme.${theme}`)}`,
      run: () => setTheme(theme),
    })),
  ];
  const diseases = useFound('diseases', typed, can('read'), (signal) => {
    const query = { search: typed, page: '1', limit: String(MAX_DISEASES) };
    return call(routes.listDiseases, { query, signal });
  });
  const patients = useFound('patients', typed, can('tools'), (signal) => {
    const query = { page: '1', limit: String(MAX_PATIENTS) };
    // Not in the URL, which logs keep.
    return call(routes.searchPatients, { query, body: { name: typed }, signal });
  });
  const isNamed = ({ label }: PaletteItem) =>
    label.toLocaleLowerCase().includes(typed.toLocaleLowerCase());
  const groups: PaletteGroup[] = [
    {
      name: 'diseases',
      items: diseases.found.map((disease) => ({
        id: disease.id,
        label: getName(disease, language),
        detail: getName(disease, other),
        run: () => void navigate(`/app?disease=${disease.id}`),
      })),
    },
    {
      name: 'patients',
      items: patients.found.map(({ id, name }) => ({
        id,
        label: name,
        run: () => void navigate(`/patients/${id}`),
      })),
    },
    { name: 'pages', items: pages.filter(isNamed) },
    { name: 'actions', items: actions.filter(isNamed) },
  ];
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    isPending: diseases.isFetching || patients.isFetching,
    isFailed: diseases.isError || patients.isError,
  };
};
