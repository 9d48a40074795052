import { describe, expect, it } from '@jest/globals';
import { spotsOf } from './body-areas.js';

describe('an area of the body', () => {
  it('is found by its English words', () => {
    expect(spotsOf('Chest · ಎದೆ')).toHaveLength(1);
    expect(spotsOf('Knee, front and sides · …')).toHaveLength(2);
    expect(spotsOf('Elbows, knees or back · …')).toHaveLength(4);
    expect(spotsOf('Lower back · …')).not.toEqual(spotsOf('Upper back · …'));
    expect(spotsOf('Cheeks and bridge of the nose')).toEqual(spotsOf('Face, eyes covered'));
  });

  it('is the whole body where no place is named', () => {
    for (const area of ['Room light, sitting', 'Whole body', 'Dim bedside light', 'Itching area'])
      expect(spotsOf(area)).toEqual([]);
    // Where the light fills the room, it matters not that eyes are closed.
    expect(spotsOf('Dim room light, eyes closed')).toEqual([]);
  });
});
