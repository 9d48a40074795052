/** A commit: its first line and the rest of its message. */
export interface Commit {
  subject: string;
  body: string;
}

/** Types of Conventional Commits that readers of a changelog notice. */
const SECTIONS = { feat: 'Features', fix: 'Fixes', perf: 'Speed' };

const SUBJECT = /^(?<type>[a-z]+)(?:\((?<scope>[^)]*)\))?(?<mark>!)?: (?<text>.+)$/;
const BREAKING = /^BREAKING[ -]CHANGE: (?<text>[^\n]+)/m;

/** The changes of a version in Markdown, by section; breaking ones come first. */
export function changelog(version: string, commits: readonly Commit[]): string {
  const lines: Record<string, string[]> = { breaking: [], feat: [], fix: [], perf: [] };
  for (const { subject, body } of commits) {
    const { type = '', scope, mark, text = '' } = SUBJECT.exec(subject)?.groups ?? {};
    const line = `- ${scope === undefined ? '' : `**${scope}**: `}${text}`;
    const breaking = BREAKING.exec(body)?.groups?.['text'];
    if (breaking !== undefined) lines['breaking']?.push(`${line}: ${breaking}`);
    else if (mark !== undefined) lines['breaking']?.push(line);
    else lines[type]?.push(line);
  }
  const titles = { breaking: 'Breaking changes', ...SECTIONS };
  const sections = Object.entries(titles)
    .filter(([type]) => lines[type]?.length)
    .map(([type, title]) => `## ${title}\n\n${lines[type]?.join('\n') ?? ''}\n`);
  return [`# ${version}\n`, ...sections].join('\n');
}
