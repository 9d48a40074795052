import { createElement, type ComponentProps } from 'react';

interface IconData {
  node: readonly [tag: string, attributes: Readonly<Record<string, string>>][];
}

/**
 * Draws an icon of lucide. The production bundle puts this in the place of lucide's own function
 * (`build/lean-libraries.ts`). Icons are ornaments here: always give them `aria-hidden`.
 */
export default function createIcon({ node }: IconData) {
  return function Icon(props: ComponentProps<'svg'>) {
    return createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...props,
      },
      node.map(([tag, { key, ...attributes }]) => createElement(tag, { key, ...attributes })),
    );
  };
}
