import type { ListedDisease, Patient } from '@ctdb/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { setLanguage } from '@/i18n';
import { getName, otherLanguage, useLanguage } from '@/lib/language';
import { call, routes } from '@/lib/api';
import { useNavigation } from '@/lib/navigation';
import { useSession } from '@/lib/session';
import { setTheme, themes } from '@/lib/theme';
import { useNewEntry } from './use-new-entry';

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

const useDelayed = (text: string): string => {
  const [delayed, setDelayed] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return delayed;
};

const useDiseases = (search: string, enabled: boolean) =>
  useQuery({
    queryKey: ['registry', 'palette', search],
    queryFn: ({ signal }): Promise<ListedDisease[]> =>
      call(routes.listDiseases, {
        query: { search, page: '1', limit: String(MAX_DISEASES) },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled,
  });

const usePatients = (name: string, enabled: boolean) =>
  useQuery({
    queryKey: ['patients', 'palette', name],
    queryFn: ({ signal }): Promise<Patient[]> =>
      call(routes.searchPatients, {
        query: { page: '1', limit: String(MAX_PATIENTS) },
        // Not in the URL, which logs keep.
        body: { name },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled,
  });

const usePages = (): PaletteItem[] => {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const sections = useNavigation().flatMap((group) => group.sections);
  return sections
    .flatMap(({ pages }) => pages)
    .map(({ name, path }) => ({
      id: path,
      label: t(`name.${name}`),
      run: () => void navigate(path),
    }));
};

const useActions = (): PaletteItem[] => {
  const { t } = useTranslation();
  const newEntry = useNewEntry();
  const { can } = useSession();
  const other = otherLanguage(useLanguage());
  const languageName = t(`language.${other}`);
  return [
    ...(can('edit') ? [{ id: 'new', label: t('header.newEntry'), run: newEntry }] : []),
    {
      id: 'language',
      label: t('language.switchTo', { language: languageName }),
      run: () => void setLanguage(other),
    },
    ...themes.map((theme) => ({
      id: theme,
      label: `${t('theme.label')}: ${t(`theme.${theme}`)}`,
      run: () => setTheme(theme),
    })),
  ];
};

/** Finds diseases and patients by the server, pages and actions by their names. */
export const usePalette = (text: string) => {
  const navigate = useNavigate();
  const language = useLanguage();
  const { can } = useSession();
  const pages = usePages();
  const actions = useActions();
  const typed = text.trim();
  const search = useDelayed(typed);
  const isSearching = typed !== '' && search !== '';
  const diseases = useDiseases(search, isSearching && can('read'));
  const patients = usePatients(search, isSearching && can('tools'));

  const isNamed = ({ label }: PaletteItem) =>
    label.toLocaleLowerCase().includes(typed.toLocaleLowerCase());
  const foundDiseases = isSearching ? (diseases.data ?? []) : [];
  const foundPatients = isSearching ? (patients.data ?? []) : [];
  const groups: PaletteGroup[] = [
    {
      name: 'diseases',
      items: foundDiseases.map((disease) => ({
        id: disease.id,
        label: getName(disease, language),
        detail: getName(disease, otherLanguage(language)),
        run: () => void navigate(`/app?disease=${disease.id}`),
      })),
    },
    {
      name: 'patients',
      items: foundPatients.map(({ id, name }) => ({
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
    isPending: typed !== search || diseases.isFetching || patients.isFetching,
    isFailed: isSearching && (diseases.isError || patients.isError),
  };
};
