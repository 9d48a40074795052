import { expect, it } from 'vitest';
import { changelog } from './changelog.ts';

it('the changelog has what readers notice, by section, breaking changes first', () => {
  const commits = [
    { subject: 'feat(web): a page', body: '' },
    { subject: 'fix: a fault', body: '' },
    { subject: 'docs(infra): a word', body: '' },
    { subject: 'Merge branch x', body: '' },
    { subject: 'feat(billing)!: other prices', body: '' },
    { subject: 'fix(ops): a name', body: 'Why.\n\nBREAKING CHANGE: alerts are renamed' },
  ];
  expect(changelog('1.2.0', commits)).toBe(
    [
      '# 1.2.0\n',
      '## Breaking changes\n',
      '- **billing**: other prices',
      '- **ops**: a name: alerts are renamed\n',
      '## Features\n',
      '- **web**: a page\n',
      '## Fixes\n',
      '- a fault\n',
    ].join('\n'),
  );
});
