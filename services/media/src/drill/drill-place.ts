/** Where drills restore to; nothing is served from here, and nothing stays here. */
export const DRILL = 'drill/';
