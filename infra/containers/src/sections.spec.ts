import { describe, expect, it } from 'vitest';
import { sectionsToRun } from './sections.ts';

const names = (...wanted: string[]) => sectionsToRun(wanted).map(([name]) => name);

describe('sections', () => {
  it('are all but the long ones where none is named', () => {
    expect(names()).toEqual(['build', 'single', 'api', 'browser', 'replicas', 'https']);
  });

  it('are the named ones in their order, after the images that they need', () => {
    expect(names('disaster')).toEqual(['build', 'disaster']);
    expect(names('https', 'upgrade')).toEqual(['build', 'upgrade', 'https']);
    expect(names('build')).toEqual(['build']);
    expect(names('upgrade')).toEqual(['upgrade']);
  });
});
