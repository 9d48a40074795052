import type { ComponentType } from 'react';
import { Route, Routes } from 'react-router-dom';
import { lazyWithTexts } from '@/i18n/lazy-with-texts';
import { AppLayout } from './app-layout';
import { fileOf, screens } from './screens';

const files = import.meta.glob<{ default: ComponentType }>('../features/*/routes/*-page.tsx');

const loadPage = (page: string) => {
  const load = files[`../features/${fileOf(page)}`];
  if (!load) throw new Error(`the screen ${page} has no file`);
  return load;
};

const NotFound = lazyWithTexts(() => import('./not-found'), ['notFound']);

/** The paths of all screens. */
export const screenPaths = screens.flatMap(([, paths]) => paths);

// Paths of one screen have the same component, which stays from one to the other.
const screenRoutes = screens.flatMap(([page, paths, texts]) => {
  const Screen = lazyWithTexts(loadPage(page), texts);
  return paths.map((path) => <Route key={path} path={path} element={<Screen />} />);
});

/** Every screen that exists. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<AppLayout />}>
        {screenRoutes}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
