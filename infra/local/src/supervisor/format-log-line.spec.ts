import { expect, it } from 'vitest';
import { formatLogLine } from './format-log-line.ts';

const request = (level: string) =>
  `{"level":"${level}","time":"t","service":"gateway","requestId":"r","status":200,"msg":"request"}`;
const start = (level: string) => `{"level":"${level}","context":"RouterExplorer","msg":"Mapped"}`;

it.each([
  ['level and message', '{"level":"info","time":1,"msg":"listening"}', 'info  listening'],
  [
    'a stack',
    '{"level":"error","msg":"failed","err":{"message":"no","stack":"Error: no"}}',
    'error failed: Error: no',
  ],
  ['an error', '{"level":"error","msg":"failed","error":"gone"}', 'error failed: gone'],
  ['no ids where all is well', request('info'), 'info  request status=200'],
  ['ids where there is trouble', request('warn'), 'warn  request requestId=r status=200'],
  [
    'lists',
    '{"level":"warn","failed":["redis"],"msg":"not ready"}',
    'warn  not ready failed=["redis"]',
  ],
  ["nothing of the framework's own start", start('info'), undefined],
  ["the framework's warnings", start('warn'), 'warn  Mapped'],
  ['plain text', 'plain text', 'plain text'],
  ['what is no JSON', '{ not json', '{ not json'],
])('a log line shows %s', (_, line, shown) => {
  expect(formatLogLine(line)).toBe(shown);
});
