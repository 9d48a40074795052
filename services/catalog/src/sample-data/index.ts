import { autoimmune } from './autoimmune.js';
import { cardiovascular } from './cardiovascular.js';
import { digestive } from './digestive.js';
import { mentalHealth } from './mental-health.js';
import { metabolic } from './metabolic.js';
import { neurological } from './neurological.js';
import { other } from './other.js';
import { respiratory } from './respiratory.js';
import { skin } from './skin.js';
import type { SampleDisease } from './types.js';

export type * from './types.js';

/** The diseases with which a new database is filled, in the order of the categories. */
export const sampleDiseases: readonly SampleDisease[] = [
  ...respiratory,
  ...cardiovascular,
  ...digestive,
  ...neurological,
  ...skin,
  ...autoimmune,
  ...mentalHealth,
  ...metabolic,
  ...other,
];
