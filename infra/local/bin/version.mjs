// Its syntax is that of Node 12, because run.mjs needs it before it knows the version.

/**
 * Whether a version is older than a minimum like `20.19`, or no version at all.
 * @param {string} version
 * @param {string} minimum
 */
export function isOlder(version, minimum) {
  const [major, minor] = toNumbers(version);
  const [minMajor, minMinor] = toNumbers(minimum);
  return !(major > minMajor || (major === minMajor && minor >= minMinor));
}

/**
 * Major and minor version, NaN if there is none.
 * @param {string} text
 * @returns {[number, number]}
 */
function toNumbers(text) {
  const match = /(\d+)\.(\d+)/.exec(text) || [];
  return [Number(match[1]), Number(match[2])];
}
