/** What the builder can build of what is wanted, from the text of `docker buildx inspect`. */
export function platformsOf(inspected: string, wanted: readonly string[]): string[] {
  const listed = [...inspected.matchAll(/^Platforms:(.*)$/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().replace('*', '')),
  );
  const known = wanted.filter((name) => listed.includes(name));
  // The engine's own builder makes images of one platform.
  const isEngine = /^Driver:\s*docker$/m.test(inspected);
  return isEngine ? known.slice(0, 1) : known;
}
