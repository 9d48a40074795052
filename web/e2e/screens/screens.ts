import { adminScreens } from './admin-screens.ts';
import { imageScreens } from './image-screens.ts';
import { buyerScreens, visitorScreens } from './public-screens.ts';
import { registryScreens } from './registry-screens.ts';
import type { Screen } from './screen.ts';

const as = (role: Screen['as'], list: readonly Screen[]): Screen[] =>
  list.map((screen) => ({ ...screen, as: role }));

export const screens: readonly Screen[] = [
  ...visitorScreens,
  ...as('pass', buyerScreens),
  ...as('admin', [...registryScreens, ...adminScreens, ...imageScreens]),
];
