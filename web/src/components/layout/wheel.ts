/** Cartesian point at `angle` (turns, clockwise from the top) and `radius` around the origin. */
const point = (angle: number, radius: number): string => {
  const radians = (angle - 0.25) * 2 * Math.PI;
  return `${(Math.cos(radians) * radius).toFixed(2)} ${(Math.sin(radians) * radius).toFixed(2)}`;
};

/** The outline of one field of a wheel, as SVG path data; angles are in turns. */
export const sector = (from: number, to: number, inner: number, outer: number): string =>
  [
    `M${point(from, outer)}`,
    `A${outer} ${outer} 0 0 1 ${point(to, outer)}`,
    `L${point(to, inner)}`,
    `A${inner} ${inner} 0 0 0 ${point(from, inner)}`,
    'Z',
  ].join('');
