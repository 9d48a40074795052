import { Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { CrashScreen } from './crash-screen';
import { Providers } from './providers';
import { RouteFocus } from './route-focus';
import { AppRoutes } from './router';

export function App() {
  return (
    <BrowserRouter>
      <Providers>
        <div className="flex min-h-dvh flex-col">
          <CrashScreen>
            <Suspense fallback={null}>
              <AppRoutes />
              <RouteFocus />
            </Suspense>
          </CrashScreen>
        </div>
      </Providers>
    </BrowserRouter>
  );
}
