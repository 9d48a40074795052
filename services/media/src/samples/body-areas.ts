/** A spot on the figure that {@link sampleImageSvg} draws, in its own units: 400 wide, 300 high. */
export interface BodyArea {
  x: number;
  y: number;
  radius: number;
}

const at = (x: number, y: number, radius: number): BodyArea => ({ x, y, radius });

const knees = [at(186, 216, 15), at(214, 216, 15)];
const hands = [at(149, 172, 14), at(251, 172, 14)];
const elbows = [at(158, 128, 13), at(242, 128, 13)];

/** The English words by which an area is known, the more special ones first. */
const areas: readonly [words: RegExp, spots: readonly BodyArea[]][] = [
  [/elbow/i, [...elbows, ...knees]],
  [/joint/i, [...elbows, ...hands, ...knees]],
  [/hand|wrist|palm|finger/i, hands],
  [/knee/i, knees],
  [/foot|feet|sole|ankle/i, [at(184, 268, 15), at(216, 268, 15)]],
  [/leg|calf|calves|thigh/i, [at(186, 225, 28), at(214, 225, 28)]],
  [/forehead|temple|crown/i, [at(200, 32, 18)]],
  [/face|cheek|nose|eye|head/i, [at(200, 40, 22)]],
  [/neck|nape|throat/i, [at(200, 64, 16)]],
  [/shoulder/i, [at(175, 84, 18), at(225, 84, 18)]],
  [/lower abdomen|lower back|hip|navel/i, [at(200, 158, 24)]],
  [/upper abdomen|stomach|liver/i, [at(200, 126, 24)]],
  [/abdomen|belly/i, [at(200, 142, 28)]],
  [/chest|heart|lung|upper back|back/i, [at(200, 100, 28)]],
];

/** The lit body areas; none if the light falls on the whole body, or into the room. */
export const findBodyAreas = (applicationArea: string): readonly BodyArea[] =>
  /room|whole|bedside/i.test(applicationArea)
    ? []
    : (areas.find(([words]) => words.test(applicationArea))?.[1] ?? []);
